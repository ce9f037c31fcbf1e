/** Resolves, with why, once whoever asked no longer waits; never for one that waits for ever. */
export const givenUp = (signal: AbortSignal | null | undefined): Promise<unknown> =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve(signal.reason)
    else signal?.addEventListener('abort', () => resolve(signal.reason), { once: true })
  })
