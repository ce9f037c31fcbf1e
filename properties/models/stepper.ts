import type { AnyComposite } from '../../src/composites/composite.ts'
import type { Json, JsonObject } from '../../src/json/json.ts'
import { type Answer, askNow } from '../../src/providers/ask.ts'
import { ModelFault, type ModelReply, type ModelRequest } from '../../src/providers/model.ts'
import { execute, type Outcome } from '../../src/run/execute.ts'
import type { Execution } from '../../src/run/lockstep.ts'
import { planRun } from '../../src/run/plan.ts'
import { Recorder } from '../../src/run/recorder.ts'

/** A run that stops at each call until it is told what comes of it. */
export class Stepper {
  /** Slots asked so far, the one that waits included. */
  readonly asked: string[] = []
  /** What came of each call, per slot. */
  readonly said = new Map<string, (ModelReply | ModelFault)[]>()
  /** The request that waits, if any. */
  waiting: ModelRequest | undefined
  /** How the run ended, once it has. */
  end: { readonly result: JsonObject } | { readonly failedAt: string } | undefined
  readonly #execution: Execution<Outcome>

  constructor(
    composite: AnyComposite,
    input: { readonly [name: string]: Json },
    config: { readonly [name: string]: Json },
  ) {
    this.#execution = execute(planRun(composite, { input, config }), '', new Recorder({ calls: MOST }))
    this.#advance([])
  }

  /** Lets the waiting call end in a reply or a fault. */
  answer(step: ModelReply | ModelFault): void {
    const request = this.waiting!
    this.said.set(request.slot, [...(this.said.get(request.slot) ?? []), step])
    const respond = () => {
      if (step instanceof ModelFault) throw step
      return step
    }
    this.#advance([askNow({ id: 'step', respond }, request, {})])
  }

  #advance(answers: readonly Answer[]): void {
    const step = this.#execution.next(answers)
    this.waiting = undefined
    if (step.done) {
      const { value } = step
      this.end =
        'result' in value
          ? value
          : { failedAt: `${value.failure.kind} ${value.failure.slot ?? ''} ${value.failure.call ?? ''}`.trim() }
      return
    }
    this.waiting = step.value[0]!.request
    this.asked.push(this.waiting.slot)
  }
}

// Helpers

const MOST = 200
