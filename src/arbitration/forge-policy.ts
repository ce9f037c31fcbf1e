import { TribunalError } from '../errors.ts'
import { isObject } from '../json/json.ts'
import type { ForgePolicy } from './arbitration-record.ts'
import { LIMITS } from './contract.ts'

/**
 * Checks the flow's own part of a decision.
 *
 * @param caller - the function that was called
 * @param options - where default and bar are
 * @param vote - samples, quorum and early stop, with their defaults
 * @throws TribunalError `invalid-input` naming every fault: this is the only misuse that throws
 */
export function checkPolicy(
  caller: string,
  options: unknown,
  vote: Pick<ForgePolicy, 'samples' | 'quorum' | 'stop_early'>,
): ForgePolicy {
  const { default_action, min_confidence } = isObject(options) ? options : {}
  const policy = { default_action, min_confidence, ...vote } as ForgePolicy
  const faults = [...policyFaults(policy)]
  // Minus zero would not survive being written as JSON.
  if (faults.length === 0) return Object.freeze({ ...policy, min_confidence: policy.min_confidence + 0 })
  throw new TribunalError('invalid-input', `${caller}: ${faults.join('; ')}. Nothing was asked; correct the options.`, {
    details: { faults },
  })
}

/**
 * Lists what is wrong with a policy.
 *
 * @param policy - the flow's own part of a decision, perhaps of another system
 */
export function* policyFaults({
  default_action,
  min_confidence,
  samples,
  quorum,
  stop_early,
}: ForgePolicy): Generator<string> {
  if (typeof default_action !== 'string' || default_action === '')
    yield 'default_action is missing: the flow needs an action of its own'
  if (!(typeof min_confidence === 'number' && min_confidence >= 0 && min_confidence <= 1))
    yield `min_confidence is ${shown(min_confidence)}, not a number from 0 to 1`
  if (!isCount(samples, LIMITS.samples))
    yield `samples is ${shown(samples)}, not a whole number from 1 to ${LIMITS.samples}`
  if (!isCount(quorum, Number.POSITIVE_INFINITY)) yield `quorum is ${shown(quorum)}, not a whole number from 1`
  else if (samples >= 1 && quorum > samples) yield `quorum ${quorum} is above samples ${samples}`
  if (typeof stop_early !== 'boolean') yield `stop_early is ${shown(stop_early)}, not true or false`
}

// Helpers

const isCount = (value: unknown, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most

const shown = (value: unknown): string =>
  typeof value === 'number' || value === undefined ? String(value) : `a ${typeof value}`
