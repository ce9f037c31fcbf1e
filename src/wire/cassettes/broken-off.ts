import { Readable } from 'node:stream'
import { connectionReset } from '../body-stream.ts'

/** A body of which only a part comes: then the connection breaks. */
export function brokenOff(chunks: readonly (string | Uint8Array)[]): Readable {
  let next = 0
  return new Readable({
    read() {
      const chunk = chunks[next++]
      // Bytes only: a stream of texts would be encoded anew by whoever reads it.
      if (chunk !== undefined) this.push(Buffer.from(chunk as string))
      // Later, so that what was pushed is not thrown away with it.
      else setImmediate(() => this.destroy(connectionReset('terminated')))
    },
  })
}
