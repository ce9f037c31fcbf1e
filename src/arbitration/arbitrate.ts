import { arbitration } from './arbitration.ts'
import type { ArbitrationInput, ArbitrationResult } from './contract.ts'
import type { Fault } from './fault.ts'
import { lockstep } from './lockstep.ts'
import { askAll, type CallOptions, type Model, openModels } from './models.ts'
import { readInput } from './read-input.ts'

/** What an arbitration is given besides its input. */
export interface ArbitrateOptions extends CallOptions {
  readonly model: Model
  /** The confidence under which a decision is weak and revised where the input asks for it, 0 to 1; 0 by default. */
  readonly min_confidence?: number
}

/**
 * Asks a model for one action of a closed list and checks what comes back. One call, two with `self_check`.
 * Source: handbook page automation_situation_arbitrate v1.
 *
 * @param input - the situation and the allowed actions
 * @param options - the model, the bar of confidence, signal and clock
 * @returns a valid answer, or the failure as a value: nothing that a model or a network does is thrown
 * @throws TribunalError `script-exhausted` or `unscripted-slot` when a script does not fit
 *
 * @example
 * ```ts
 * import { arbitrate, scripted } from 'vitest-tribunal'
 *
 * const model = scripted({ arbitration: ['{"status": "decided", "action": "wait", "confidence": 0.9}'] })
 * const result = await arbitrate({ facts: { flips: 6 }, allowed_actions: ['wait', 'stop'] }, { model })
 * console.log(result.ok && result.value.status) // decided
 * ```
 */
export async function arbitrate(input: ArbitrationInput, options: ArbitrateOptions): Promise<ArbitrationResult> {
  const { model, min_confidence: bar = 0, ...calls } = options ?? {}
  const { providers, faults } = openModels([['/model', model]])
  const reading = readInput(input, [...faults, ...barFaults(bar)])
  if (!reading.ok) return Object.freeze({ ok: false, failure: reading.failure })
  const [done] = await askAll(lockstep([arbitration(reading.input, bar)], 0), providers, reading.input, calls)
  return done!.result
}

// Helpers

function* barFaults(bar: unknown): Generator<Fault> {
  if (!(typeof bar === 'number' && bar >= 0 && bar <= 1))
    yield { code: 'out-of-range', path: '/min_confidence', message: 'is not within 0 to 1' }
}
