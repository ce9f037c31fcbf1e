import { isObject, type Json } from '../json/json.ts'
import type { ArbitrationRecord } from './arbitration-record.ts'
import { INPUT_CHECKS } from './checks.ts'
import { CONTRACT, LIMITS } from './contract.ts'
import { quoted } from './fault.ts'
import { policyFaults } from './forge-policy.ts'
import { readInput } from './read-input.ts'
import { type ArbitrationFinding, finding } from './record-finding.ts'
import { recordShapeFaults } from './record-shape.ts'
import { replayRecord } from './replay-record.ts'
import { snapshotJson } from './snapshot-json.ts'

/** What checking a stored record gives. */
export interface RecordCheck {
  /** `unreadable` is no record of a contract that is known here, `broken` has a finding above info. */
  readonly status: 'holds' | 'broken' | 'unreadable'
  readonly findings: readonly ArbitrationFinding[]
}

/**
 * Checks a stored arbitration record against the contract, whoever wrote it: the input and its hash, every reply read again, the number
 * of calls, and whether the outcome follows. Wording is the writer's own: briefs and messages are not compared.
 *
 * @param record - the record, as it was parsed from JSON
 *
 * @example
 * ```ts
 * import { checkArbitrationRecord, forgeDecide, scripted } from 'vitest-tribunal'
 *
 * const { record } = await forgeDecide(
 *   { facts: {}, allowed_actions: ['wait'] },
 *   { model: scripted({ arbitration: ['?'] }), default_action: 'stop', min_confidence: 0.7 },
 * )
 * const forged = { ...record, outcome: { ...record.outcome, action: 'delete', source: 'model' } }
 * console.log(checkArbitrationRecord(record).status, checkArbitrationRecord(forged).status) // holds broken
 * ```
 */
export function checkArbitrationRecord(record: unknown): RecordCheck {
  const { copy, faults } = snapshotJson(record, '', OF_RECORD)
  const shape = faults.length > 0 ? faults : recordShapeFaults(copy)
  if (shape.length > 0)
    return checked(
      [
        ...shape.map(({ path, message }) => finding('not-a-record', 'critical', path, message)),
        ...plainlyOutside(copy),
      ],
      'unreadable',
    )
  const typed = copy as unknown as ArbitrationRecord
  const { name, version } = typed.contract
  if (name !== CONTRACT.name || version !== CONTRACT.version) {
    const known = `${CONTRACT.name} ${CONTRACT.version}`
    const message = `is ${quoted(`${name} ${version}`)}; known here is ${known}`
    return checked(
      [finding('unknown-contract', 'critical', '/contract', message), ...plainlyOutside(copy)],
      'unreadable',
    )
  }
  return checked([...chosen(typed), ...givens(typed), ...replayRecord(typed)])
}

// Helpers

/** An input at its limits, within a consensus of the most samples. */
const OF_RECORD = { depth: LIMITS.depth + 8, values: 500 * LIMITS.samples }

function checked(findings: readonly ArbitrationFinding[], status?: RecordCheck['status']): RecordCheck {
  const broken = findings.some(({ severity }) => severity !== 'info')
  return Object.freeze({ status: status ?? (broken ? 'broken' : 'holds'), findings: Object.freeze(findings) })
}

/** What can be seen whatever else a record is: a model's choice beside a list that does not hold it. */
function* plainlyOutside(record: Json): Generator<ArbitrationFinding> {
  const { input, outcome } = isObject(record) ? record : {}
  if (!isObject(input) || !isObject(outcome) || outcome.source !== 'model') return
  const { allowed_actions: allowed } = input
  const { action } = outcome
  if (typeof action !== 'string' || !Array.isArray(allowed) || !allowed.every((one) => typeof one === 'string')) return
  if (!allowed.includes(action)) yield outside(action)
}

const outside = (action: string) =>
  finding('action-outside-list', 'critical', '/outcome/action', `is ${quoted(action)}, which was not allowed`)

/** The promise itself: an allowed action, or the default. */
function* chosen({ input, policy, outcome }: ArbitrationRecord): Generator<ArbitrationFinding> {
  const { action, source, why } = outcome
  const allowed: unknown = input?.allowed_actions
  if (source === 'model') {
    if (!Array.isArray(allowed) || !allowed.includes(action)) yield outside(action)
  } else if (action !== policy.default_action)
    yield finding('default-differs', 'critical', '/outcome/action', `is ${quoted(action)}, which is not the default`)
  else yield finding('default-used', 'info', '/outcome', `is the default ${quoted(action)}, because of ${quoted(why)}`)
}

/** Input, hash and policy. */
function* givens({
  form,
  input,
  input_hash,
  input_checks,
  config_failure,
  policy,
}: ArbitrationRecord): Generator<ArbitrationFinding> {
  for (const fault of policyFaults(policy)) yield finding('policy-invalid', 'critical', '/policy', fault)
  if (form === 'decide' && (policy.samples !== 1 || policy.quorum !== 1))
    yield finding('policy-invalid', 'critical', '/policy', 'is of a single decision: samples and quorum are 1')
  if (input === null) {
    if (config_failure === null)
      yield finding('input-missing', 'critical', '/input', 'is missing, and no failure says why')
    return
  }
  const reading = readInput(input)
  if (reading.hash !== input_hash)
    yield finding('hash-differs', 'critical', '/input_hash', 'is not the hash of the input that stands here')
  if (!reading.ok) yield finding('input-invalid', 'critical', '/input', reading.failure.message)
  else
    for (const check of INPUT_CHECKS)
      if (reading.checks[check] !== input_checks[check])
        yield finding('check-differs', 'warning', `/input_checks/${check}`, `has to be ${reading.checks[check]}`)
}
