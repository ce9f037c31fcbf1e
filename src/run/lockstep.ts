import type { Answer } from '../providers/ask.ts'
import type { RunFailure, Scope } from '../trace/run.ts'
import type { Pending, Recorder } from './recorder.ts'

/** Yields calls that go out side by side, is fed their answers in the same order; fed none, it has to stop. */
export type Execution<T> = Generator<readonly Pending[], T, readonly Answer[]>

/** What came of something that failed. */
export interface Failed {
  readonly failure: RunFailure
}

export const isFailure = (value: object): value is Failed => 'failure' in value

/** The failure of a call that was not made, or not waited for, because another one had failed. */
export const stopped = (scope: Scope): Failed => ({
  failure: Object.freeze({ kind: 'aborted', message: STOPPED, scope }),
})

/**
 * Advances all members by one batch at a time. Once one has failed nothing more is called: the others take in what was already
 * on its way, and stop.
 */
export function* lockstep<T extends object>(
  members: readonly Execution<T | Failed>[],
  recorder: Recorder,
): Execution<readonly T[] | Failed> {
  const outcomes = new Array<T | Failed | undefined>(members.length).fill(undefined)
  const waiting = new Map<number, readonly Pending[]>()
  const step = (i: number, answers: readonly Answer[]) => {
    const next = members[i]!.next(answers)
    if (!next.done) {
      waiting.set(i, next.value)
      return
    }
    waiting.delete(i)
    outcomes[i] = next.value
    if (isFailure(next.value)) recorder.stopping = true
  }
  for (const i of members.keys()) step(i, [])
  while (waiting.size > 0) {
    const batch = [...waiting]
    const answers = recorder.stopping ? [] : yield batch.flatMap(([, pending]) => pending)
    if (answers.some((answer) => 'fault' in answer)) recorder.stopping = true
    let from = 0
    for (const [i, { length }] of batch) {
      step(i, answers.slice(from, from + length))
      from += length
    }
  }
  const failures = outcomes.filter((outcome) => outcome !== undefined && isFailure(outcome))
  return failures.find(({ failure }) => failure.message !== STOPPED) ?? failures[0] ?? (outcomes as readonly T[])
}

// Helpers

const STOPPED = 'Another call of the run failed.'
