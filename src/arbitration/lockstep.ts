import type { Answer } from '../providers/ask.ts'
import type { ModelRequest } from '../providers/model.ts'
import type { Arbitration } from './arbitration.ts'

/** A request and the sample that makes it, from 0. */
export interface Asked {
  readonly sample: number
  readonly request: ModelRequest
}

/** Yields requests that go out side by side, is fed their answers in the same order. */
export type Batches<T> = Generator<readonly Asked[], T, readonly Answer[]>

/**
 * Runs arbitrations side by side: first all first calls, then all revisions, each in the order of the samples. So who answers first
 * changes nothing, neither the result nor which reply of a script goes to whom.
 *
 * @param arbitrations - in the order of their samples
 * @param from - number of the first sample
 */
export function* lockstep(
  arbitrations: readonly Generator<ModelRequest, Arbitration, Answer>[],
  from: number,
): Batches<readonly Arbitration[]> {
  const finished: Arbitration[] = []
  let steps = arbitrations.map((one, at) => ({ at, one, step: one.next() }))
  for (;;) {
    const asking = []
    for (const { at, one, step } of steps) {
      if (step.done) finished[at] = step.value
      else asking.push({ at, one, request: step.value })
    }
    if (asking.length === 0) return finished
    const answers = yield asking.map(({ at, request }) => ({ sample: from + at, request }))
    steps = asking.map(({ at, one }, i) => ({ at, one, step: one.next(answers[i]!) }))
  }
}
