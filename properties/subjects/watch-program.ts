/** Something that goes on as long as what it counts goes up. */
export interface Watched {
  readonly happened: number
}

/**
 * Resolves to `stuck` once nothing has happened for about the given time of real milliseconds. It looks twice: a machine that was
 * busy with something else in between has had its turn then.
 */
export function watchProgram(watched: Watched, patienceMs: number) {
  let timer: NodeJS.Timeout | undefined
  const stuck = new Promise<'stuck'>((resolve) => {
    let seen = -1
    timer = setInterval(() => {
      if (watched.happened === seen) resolve('stuck')
      seen = watched.happened
    }, patienceMs / 2)
  })
  return { stuck, stop: () => clearInterval(timer) }
}

// Helpers

// Kept before a test can put clocks of its own in their place.
const { setInterval, clearInterval } = globalThis
