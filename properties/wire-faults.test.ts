import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ModelFault, scripted } from '../src/index.ts'
import { scriptedFetch, WireFault } from '../src/wire/index.ts'
import { wireChunks, wireFaults } from './wire-faults.ts'

const facts = (fault: ModelFault) => ({ ...fault, message: fault.message })

/** What a fault is called here: its trouble on the wire, or how the call failed. */
const nameOf = (fault: ModelFault) => (fault instanceof WireFault ? fault.trouble.kind : fault.kind)

/** What a property shrinks to that fails for faults of one kind. */
function smallest(fails: (fault: ModelFault) => boolean, seed: number): ModelFault {
  const { counterexample } = fc.check(
    fc.property(wireFaults({ hang: true }), (fault) => !fails(fault)),
    { seed, numRuns: 10_000 },
  )
  return counterexample![0]
}

describe('faults on the wire', () => {
  test('are the same for the same seed', () => {
    const sample = (seed: number) => fc.sample(wireFaults(), { seed, numRuns: 50 }).map(facts)
    expect(sample(1)).toEqual(sample(1))
    expect(sample(1)).not.toEqual(sample(2))
  })

  test('are of every kind, and a hang only where it is asked for', () => {
    const kinds = (hang: boolean) => new Set(fc.sample(wireFaults({ hang }), { seed: 1, numRuns: 1000 }).map(nameOf))
    const all = [
      ...['status', 'transport', 'malformed', 'empty', 'refusal', 'truncated', 'ended', 'failed'],
      ...['cut', 'garbled', 'error-event', 'shuffled', 'tool-call-ids'],
    ]
    expect([...kinds(false)].sort()).toEqual([...all].sort())
    expect([...kinds(true)].sort()).toEqual([...all, 'timeout'].sort())
  })

  test.each([1, 2, 3])('shrink to what a person would write first (seed %i)', (seed) => {
    expect(smallest(() => true, seed)).toMatchObject({ kind: 'status', status: 500 })
    expect(smallest((fault) => nameOf(fault) === 'cut', seed)).toMatchObject({
      reply: { text: 'Élève.' },
      trouble: { kind: 'cut', inside: 'token', at: 0, end: 'reset' },
    })
  })

  test('come through a door as one attempt, however the body is cut', async () => {
    const addresses = fc.constantFrom('chat/completions', 'responses', 'v1/messages')
    await fc.assert(
      fc.asyncProperty(wireFaults(), wireChunks(), addresses, fc.boolean(), async (fault, chunks, path, stream) => {
        const fetch = scriptedFetch(scripted({ worker: [fault] }), { chunks })
        const body = JSON.stringify({ model: 'any', messages: [], input: 'x', stream })
        await fetch(`https://models.example/${path}`, { method: 'POST', body })
          .then((response) => response.text())
          .catch(() => undefined)
        fetch.session.assertSpent()
        expect(fetch.session.trace.calls.map(({ attempts }) => attempts)).toMatchObject([
          [{ fault: { kind: fault.kind, message: fault.message } }],
        ])
      }),
      { numRuns: 300 },
    )
  })
})
