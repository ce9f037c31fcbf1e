import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import nock from 'nock'
import type { Interaction } from '../src/wire/cassettes/cassette.ts'
import { openRecording } from '../src/wire/cassettes/open-recording.ts'
import { writeCassette } from '../src/wire/cassettes/write-cassette.ts'
import type { Bench } from './bench.ts'
import { bodyOf, pickReplies } from './wire/provider.ts'
import { nockTool } from './wire/tools.ts'

/**
 * A recording that is replayed, beside nock answering by hand. By hand: it parses what is asked, picks the reply by the model and gives its
 * text. What ours does besides: it reads and checks the file, takes secrets out of each request, finds the interaction that is the same,
 * and makes sure in the end that each was asked for. Both patch the process at the beginning of a sample and put it back at its end, as in
 * a test; both answer the same requests, one after the other.
 */
export const recordings: Bench = {
  name: 'recordings',
  about: 'calls that a recording answers, beside a reply of nock by hand.',
  open() {
    const folder = mkdtempSync(join(tmpdir(), 'tribunal-bench-'))
    const path = join(folder, 'cassette.json')
    writeCassette(path, 'bench', recorded(), false)
    nock.restore()
    const byHand = nockTool()
    return {
      comparisons: [
        {
          name: 'nock door, replayed',
          per: `${CALLS} calls`,
          reach: 1.25,
          baseline: {
            name: 'nock reply by hand',
            async work() {
              await byHand.on()
              const sum = await calls()
              await byHand.off()
              return sum
            },
          },
          ours: {
            name: 'recording, replayed',
            async work() {
              const recording = await openRecording({ path, mode: 'strict' })
              const sum = await calls()
              recording.assertSpent()
              recording.close()
              return sum
            },
          },
        },
      ],
      close: () => rmSync(folder, { recursive: true, force: true }),
    }
  },
}

// Helpers

const CALLS = 30
const URL = 'http://nock.example/v1/chat/completions'

const asked = (i: number) => ({
  model: i % 2 === 0 ? 'worker' : 'critic',
  messages: [
    { role: 'user', content: `Go on with part ${i}. ${'The sea is salty, as far as anybody knows. '.repeat(10)}` },
  ],
})

async function calls(): Promise<number> {
  let sum = 0
  for (let i = 0; i < CALLS; i++) {
    const response = await fetch(URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer none' },
      body: JSON.stringify(asked(i)),
    })
    sum += ((await response.json()) as { choices: unknown[] }).choices.length
  }
  return sum
}

function recorded(): readonly Interaction[] {
  const pick = pickReplies()
  return Array.from({ length: CALLS }, (_, i) => {
    const json = asked(i)
    return {
      request: { method: 'POST', url: URL, json },
      reply: {
        status: 200,
        headers: { 'content-type': 'application/json' },
        json: JSON.parse(bodyOf(json.model, pick(json.model))),
      },
    }
  })
}
