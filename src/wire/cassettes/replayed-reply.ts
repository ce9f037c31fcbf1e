import { Readable } from 'node:stream'
import { brokenOff } from './broken-off.ts'
import type { AnsweredReply } from './cassette.ts'
import { writeEvent } from './sse-events.ts'

/** A recorded reply as it goes back: a body that is whole, or a stream of its events. */
export interface ReplayedReply {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string | Buffer | Readable
}

/**
 * Plays a recorded reply: an event is a chunk. What broke off breaks off again; what the program gave up stays open, for it to give up
 * again.
 */
export function replayedReply(reply: AnsweredReply): ReplayedReply {
  const { status, headers, end } = reply
  if ('events' in reply) return { status, headers, body: streamOf(reply.events.map(writeEvent), end) }
  const body = bodyOf(reply)
  return { status, headers, body: end === undefined ? body : streamOf(body.length === 0 ? [] : [body], end) }
}

// Helpers

function bodyOf(reply: AnsweredReply): string | Buffer {
  if ('json' in reply) return JSON.stringify(reply.json)
  if ('text' in reply) return reply.text
  return 'base64' in reply ? Buffer.from(reply.base64, 'base64') : ''
}

function streamOf(chunks: readonly (string | Buffer)[], end: AnsweredReply['end']): Readable {
  if (end === 'reset') return brokenOff(chunks)
  let next = 0
  return new Readable({
    read() {
      const chunk = chunks[next++]
      if (chunk !== undefined) this.push(Buffer.from(chunk as string))
      else if (end === undefined) this.push(null)
    },
  })
}
