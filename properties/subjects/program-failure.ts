import type { ModelFault } from '../../src/providers/model.ts'
import type { RunFailure } from '../../src/trace/run.ts'

/** The last call that failed, as the program was told of it. */
export interface FailedCall {
  readonly failure: RunFailure
  readonly thrown: ModelFault
  /** Whether another call has succeeded since. */
  readonly outlived: boolean
}

/**
 * Why a program failed that has thrown: it may let a failing call fail it, in words of its own if it likes. What it throws after it
 * has got over the call, or because it trips over it, is its own.
 */
export function programFailure(error: unknown, last: FailedCall | undefined): RunFailure {
  if (last && (isBecauseOf(error, last.thrown) || (!last.outlived && !isMistake(error)))) return last.failure
  const words = error instanceof Error ? `${error.name}: ${error.message}` : 'a value that is no error'
  return { kind: 'composite', message: `The program threw ${words}`, scope: '' }
}

// Helpers

/** What the language throws at code that is wrong. */
const isMistake = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError

const DEEPEST = 10

function isBecauseOf(error: unknown, thrown: ModelFault): boolean {
  let cause = error
  for (let depth = 0; depth < DEEPEST && cause instanceof Error; depth++) {
    if (cause === thrown) return true
    cause = cause.cause
  }
  return false
}
