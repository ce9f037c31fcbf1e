import type { Delivery } from './sse-frames.ts'

/** A body as a stream that gives one chunk each time it is asked, and ends as the delivery does, or when the client gives up. */
export function bodyStream({ chunks, end }: Delivery, signal?: AbortSignal | null): ReadableStream<Uint8Array> {
  let next = 0
  let abort: (() => void) | undefined
  const stopListening = () => {
    if (abort) signal?.removeEventListener('abort', abort)
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        abort = () => controller.error(signal?.reason)
        signal?.addEventListener('abort', abort, { once: true })
      },
      pull(controller) {
        const chunk = chunks[next++]
        if (chunk !== undefined) return controller.enqueue(chunk)
        stopListening()
        if (end === 'close') controller.close()
        else controller.error(connectionReset('terminated'))
      },
      cancel: stopListening,
    },
    // Nothing is taken before it is wanted: an error would throw away what nobody has read yet.
    { highWaterMark: 0 },
  )
}

/** What fetch rejects with, or a body fails with, when the other side breaks the connection. */
export function connectionReset(message: string): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', errno: -104, syscall: 'read' })
  return new TypeError(message, { cause })
}
