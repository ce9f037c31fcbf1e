import { Readable } from 'node:stream'
// As they are even where a test has put false ones in their place.
import { setImmediate, setTimeout } from 'node:timers'
import { connectionReset } from '../body-stream.ts'

/** A body of which only a part comes: then the connection breaks. */
export function brokenOff(chunks: readonly (string | Uint8Array)[]): Readable {
  let next = 0
  return new Readable({
    read() {
      const chunk = chunks[next++]
      // Bytes only: a stream of texts would be encoded anew by whoever reads it.
      if (chunk !== undefined) this.push(Buffer.from(chunk as string))
      else breakOff(this)
    },
  })
}

/**
 * Breaks a body off, once somebody hears of it: nock hands the error on at once, and where the program has not begun to read by then, some
 * versions of it make an uncaught exception of the error and let the program wait for ever.
 */
export function breakOff(body: Readable): void {
  // Later, so that what was pushed is not thrown away with it.
  setImmediate(emit, body, MOST)
}

// Helpers

/** How often, and how long in between, it is tried: as long as a program may do something else before it reads. */
const MOST = 3_000
const PAUSE_MS = 20

function emit(body: Readable, tries: number): void {
  if (body.destroyed) return
  try {
    // With nobody to hear it, it throws.
    body.emit('error', connectionReset('terminated'))
    body.destroy()
  } catch {
    if (tries > 1) setTimeout(emit, PAUSE_MS, body, tries - 1).unref()
  }
}
