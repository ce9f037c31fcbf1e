import fc from 'fast-check'
import type { AnyComposite } from '../../src/composites/composite.ts'
import { type Script, scripted } from '../../src/providers/scripted.ts'
import { speakerOf } from '../table/shape.ts'
import { type ReplyKind, replies } from './replies.ts'

/** Which scripts are made. */
export interface ScriptsOptions {
  /** Steps per slot, 1 or more; 10 by default. Give at least as many as the composite may have rounds. */
  readonly steps?: number
  /** The kinds of replies, all by default. */
  readonly kinds?: readonly ReplyKind[]
}

/**
 * Scripts for all slots of a composite, each long enough: for properties of your own over its runs.
 *
 * @param composite - whose slots are scripted
 * @param options - how many steps, which kinds of replies
 *
 * @example
 * ```ts
 * import fc from 'fast-check'
 * import { runCompositeSync, workerCritic } from 'vitest-tribunal'
 * import { scripts } from 'vitest-tribunal/properties'
 *
 * const input = { task_brief: 'Name a prime.', criteria: 'It is above 10.' }
 * fc.assert(
 *   fc.property(scripts(workerCritic), (model) => runCompositeSync(workerCritic, { input, model }).usage.calls <= 6),
 * )
 * ```
 */
export function scripts(composite: AnyComposite, options: ScriptsOptions = {}): fc.Arbitrary<Script> {
  const { steps = 10, kinds } = options
  const lists = Object.entries(composite.slots).map(([name, slot]) => {
    const { decision } = speakerOf(name, slot)
    const decisions = decision === undefined ? {} : { decisions: { [decision.field]: decision.values } }
    const step = replies({ ...decisions, ...(kinds === undefined ? {} : { kinds }) })
    return fc.array(step, { minLength: steps, maxLength: steps }).map((list) => [name, list] as const)
  })
  return fc.tuple(...lists).map((entries) => scripted(Object.fromEntries(entries)))
}
