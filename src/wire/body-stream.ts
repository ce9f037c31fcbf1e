import type { Delivery } from './sse-frames.ts'

/** A body as a stream that gives one chunk each time it is asked, and ends as the delivery does, or when the client gives up. */
export function bodyStream(delivery: Delivery, signal?: AbortSignal | null): ReadableStream<Uint8Array> {
  return new BodyStream(delivery, signal ?? undefined)
}

/**
 * What fetch rejects with, or a body fails with, when the other side breaks the connection.
 *
 * @param why - the step of the script, as the cause of it all: so it can be told from a mistake of the program
 */
export function connectionReset(message: string, why?: Error): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET', { cause: why }), {
    code: 'ECONNRESET',
    errno: -104,
    syscall: 'read',
  })
  return new TypeError(message, { cause })
}

/** What fetch rejects with when a connection has timed out; clients tell it by its words. */
export function connectionTimedOut(why?: Error): TypeError {
  const cause = Object.assign(new Error('Connect Timeout Error', { cause: why }), { code: 'UND_ERR_CONNECT_TIMEOUT' })
  return new TypeError('fetch failed', { cause })
}

// Helpers

class BodyStream extends ReadableStream<Uint8Array> {
  readonly #copy: () => ReadableStream<Uint8Array>
  readonly #isFresh: () => boolean

  constructor(delivery: Delivery, signal: AbortSignal | undefined) {
    const { chunks, end, why } = delivery
    let next = 0
    let abort: (() => void) | undefined
    const stopListening = () => {
      if (abort) signal?.removeEventListener('abort', abort)
    }
    super(
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
          else controller.error(connectionReset('terminated', why))
        },
        cancel: stopListening,
      },
      // Nothing is taken before it is wanted: an error would throw away what nobody has read yet.
      { highWaterMark: 0 },
    )
    this.#copy = () => new BodyStream(delivery, signal)
    this.#isFresh = () => next === 0
  }

  /**
   * Two streams that know nothing of each other. The usual pair does: who cancels one waits until the other is cancelled as well, and msw
   * keeps the other, so that a client that gives up in mid-stream would wait for ever.
   */
  override tee(): [ReadableStream<Uint8Array>, ReadableStream<Uint8Array>] {
    return this.#isFresh() && !this.locked ? [this.#copy(), this.#copy()] : super.tee()
  }
}
