import { SingleBar } from 'cli-progress'
import type { Io } from './io.ts'

/** Says how far a long command has come. */
export interface Progress {
  /** One more is done. */
  step(): void
  /** Takes the bar off the screen. */
  stop(): void
}

/**
 * Shows a bar on a terminal's stderr once the work takes longer than a glance; elsewhere, and in CI, nothing at all.
 *
 * @param streaming - standard output is written meanwhile: where that is a terminal too, a bar would run into it
 */
export function showProgress(total: number, io: Io, streaming: boolean): Progress {
  const isCi = ![undefined, '', '0', 'false'].includes(io.env.CI)
  const shows = io.stderr.isTTY === true && !isCi && total > 1 && !(streaming && io.stdout.isTTY === true)
  if (!shows) return { step: () => {}, stop: () => {} }
  const bar = new SingleBar({
    stream: io.stderr,
    format: 'Inspecting [{bar}] {value}/{total}',
    barsize: 24,
    clearOnComplete: true,
    // An inspection blocks, so no timer fires; and an interrupt must find the terminal as it was.
    synchronousUpdate: true,
    gracefulExit: false,
    linewrap: true,
  })
  const began = io.now()
  let done = 0
  let shown = false
  return {
    step() {
      done++
      if (shown) bar.update(done)
      else if (io.now() - began > GLANCE_MS && done < total) {
        shown = true
        bar.start(total, done)
      }
    },
    stop: () => bar.stop(),
  }
}

// Helpers

const GLANCE_MS = 300
