import type { ArbitrationValue } from './contract.ts'
import { OUTSIDE_LIST } from './fault.ts'

/** How a check came out; `skipped` when an earlier one broke or the check does not apply. */
export type CheckVerdict = 'held' | 'broken' | 'skipped'

/** The checks of an input; contract.json says what each means. */
export const INPUT_CHECKS = ['well_formed', 'facts_bounded', 'no_raw_page', 'closed_list', 'no_person_actions'] as const

/** The checks of a call, in the order in which they are made; contract.json says what each means. */
export const CALL_CHECKS = [
  'answered',
  'in_time',
  'bounded',
  'one_object',
  'unique_keys',
  'known_status',
  'well_formed',
  'in_list',
  'confidence_in_range',
  'meets_bar',
] as const

type InputCheck = (typeof INPUT_CHECKS)[number]
type CallCheck = (typeof CALL_CHECKS)[number]

/** How each check of an input came out. */
export type InputChecks = { readonly [check in InputCheck]: CheckVerdict }
/** How each check of a call came out. */
export type CallChecks = { readonly [check in CallCheck]: CheckVerdict }

/**
 * Says how each check of an input came out.
 *
 * @param codes - the codes of all its faults
 */
export function inputChecks(codes: ReadonlySet<string>): InputChecks {
  const broken = new Set([...codes].map((code) => INPUT_CODES[code] ?? 'well_formed'))
  return tableOf(INPUT_CHECKS, (check) => (broken.has(check) ? 'broken' : 'held'))
}

/**
 * Says how each check of a call came out.
 *
 * @param codes - the codes of all faults of the call or its answer
 * @param status - the answer's status, where it has a known one
 * @param meetsBar - whether a valid decision is confident enough; undefined for anything else
 */
export function callChecks(
  codes: ReadonlySet<string>,
  status: ArbitrationValue['status'] | undefined,
  meetsBar: boolean | undefined,
): CallChecks {
  const broken = new Set([...codes].map((code) => CALL_CODES[code] ?? (status ? 'well_formed' : 'one_object')))
  let stopped = false
  return tableOf(CALL_CHECKS, (check) => {
    if (check === 'meets_bar') return meetsBar === undefined ? 'skipped' : meetsBar ? 'held' : 'broken'
    if (broken.has(check)) {
      // Of an answer that is well formed, action and confidence are checked side by side.
      stopped ||= check !== 'in_list'
      return 'broken'
    }
    return stopped || !applies(check, status) ? 'skipped' : 'held'
  })
}

// Helpers

const INPUT_CODES: { readonly [code: string]: InputCheck } = {
  'facts-too-large': 'facts_bounded',
  'raw-page': 'no_raw_page',
  'no-actions': 'closed_list',
  'empty-action': 'closed_list',
  'duplicate-action': 'closed_list',
  'person-action': 'no_person_actions',
}

const CALL_CODES: { readonly [code: string]: CallCheck } = {
  transport: 'answered',
  timeout: 'in_time',
  'too-long': 'bounded',
  'duplicate-key': 'unique_keys',
  'unknown-status': 'known_status',
  [OUTSIDE_LIST]: 'in_list',
  'confidence-out-of-range': 'confidence_in_range',
}

function applies(check: CallCheck, status: ArbitrationValue['status'] | undefined): boolean {
  if (check === 'in_list') return status !== 'escalate'
  return check !== 'confidence_in_range' || status === 'decided'
}

const tableOf = <K extends string>(names: readonly K[], verdict: (name: K) => CheckVerdict) =>
  Object.freeze(Object.fromEntries(names.map((name) => [name, verdict(name)]))) as {
    readonly [name in K]: CheckVerdict
  }
