import { isObject } from '../src/json/json.ts'

/** One action that was chosen, and by whom. */
export interface Choice {
  readonly action: string
  /** Where it stands, in words. */
  readonly what: string
  /** Whether it is the flow's own default. */
  readonly own: boolean
}

/**
 * Lists what was chosen in an outcome, a record or a result of arbitration; undefined for anything else.
 *
 * @param subject - a value of unknown make
 */
export function choicesOf(subject: Record<string, unknown>): readonly Choice[] | undefined {
  if (typeof subject.ok === 'boolean')
    return isObject(subject.ok ? subject.value : subject.failure) ? ofResult(subject, 'answered') : undefined
  if (isObject(subject.outcome) && isObject(subject.policy)) return ofRecord(subject)
  if (typeof subject.action !== 'string' || (subject.source !== 'model' && subject.source !== 'default'))
    return undefined
  const record = isObject(subject.record) ? subject.record : {}
  const stated = ofOutcome(subject, record.policy)
  // The record says the same again, unless somebody changed one of them.
  return [...stated, ...(choicesOf(record) ?? []).filter((choice) => !same(choice, stated[0]))]
}

// Helpers

const same = (a: Choice, b: Choice | undefined) => a.action === b?.action && a.what === b.what && a.own === b.own

function ofRecord({ outcome, policy, samples }: Record<string, unknown>): readonly Choice[] | undefined {
  if (!isObject(outcome) || typeof outcome.action !== 'string' || !Array.isArray(samples)) return undefined
  const answers = samples.map((sample: unknown) => (isObject(sample) ? sample.result : undefined))
  return [
    ...ofOutcome(outcome, policy),
    ...answers.flatMap((result, at) => ofResult(result, `answered by sample ${at}`)),
  ]
}

function ofOutcome({ action, source }: Record<string, unknown>, policy: unknown): readonly Choice[] {
  const own = source === 'default' && (!isObject(policy) || policy.default_action === action)
  return [{ action: String(action), what: source === 'default' ? 'taken for a default' : 'chosen', own }]
}

function ofResult(result: unknown, what: string): readonly Choice[] {
  if (!isObject(result) || result.ok !== true || !isObject(result.value)) return []
  const { action, candidate_actions: candidates } = result.value
  const named = [...(typeof action === 'string' ? [action] : []), ...(Array.isArray(candidates) ? candidates : [])]
  return named.map((one) => ({ action: String(one), what, own: false }))
}
