import { expect, test } from 'vitest'
import { CALL_CHECKS, callChecks, INPUT_CHECKS, inputChecks } from './checks.ts'

/** The checks that did not hold. */
const broken = (checks: object) =>
  Object.entries(checks)
    .filter(([, verdict]) => verdict !== 'held')
    .map(([check, verdict]) => `${check} ${verdict}`)

test.each([
  [[], []],
  [['facts-too-large'], ['facts_bounded broken']],
  [['raw-page'], ['no_raw_page broken']],
  [['no-actions'], ['closed_list broken']],
  [['empty-action'], ['closed_list broken']],
  [['duplicate-action'], ['closed_list broken']],
  [['person-action'], ['no_person_actions broken']],
  [['missing'], ['well_formed broken']],
  [
    ['wrong-type', 'person-action'],
    ['well_formed broken', 'no_person_actions broken'],
  ],
])('an input with %j breaks %j', (codes, checks) => {
  expect(broken(inputChecks(new Set(codes)))).toEqual(checks)
  expect(Object.keys(inputChecks(new Set(codes)))).toEqual([...INPUT_CHECKS])
})

const AFTER = (check: string, verdict: string) =>
  CALL_CHECKS.slice(CALL_CHECKS.indexOf(check as never)).map(
    (name) => `${name} ${name === check ? verdict : 'skipped'}`,
  )

test.each([
  ['transport', AFTER('answered', 'broken')],
  ['timeout', AFTER('in_time', 'broken')],
  ['too-long', AFTER('bounded', 'broken')],
  ['no-object', AFTER('one_object', 'broken')],
  ['duplicate-key', AFTER('unique_keys', 'broken')],
  ['unknown-status', AFTER('known_status', 'broken')],
])('a call with %s stops there: what comes after is skipped', (code, checks) => {
  expect(broken(callChecks(new Set([code]), undefined, undefined))).toEqual(checks)
})

test('the fields of an answer are checked side by side, unless it is not well formed', () => {
  const checks = (codes: readonly string[], status: 'decided' | 'ambiguous' | 'escalate', meetsBar?: boolean) =>
    broken(callChecks(new Set(codes), status, meetsBar))
  expect(checks([], 'decided', true)).toEqual([])
  expect(checks([], 'decided', false)).toEqual(['meets_bar broken'])
  expect(checks([], 'ambiguous')).toEqual(['confidence_in_range skipped', 'meets_bar skipped'])
  expect(checks([], 'escalate')).toEqual(['in_list skipped', 'confidence_in_range skipped', 'meets_bar skipped'])
  expect(checks(['outside-list'], 'decided')).toEqual(['in_list broken', 'meets_bar skipped'])
  expect(checks(['outside-list', 'confidence-out-of-range'], 'decided')).toEqual([
    'in_list broken',
    'confidence_in_range broken',
    'meets_bar skipped',
  ])
  expect(checks(['missing'], 'decided')).toEqual([
    'well_formed broken',
    'in_list skipped',
    'confidence_in_range skipped',
    'meets_bar skipped',
  ])
  expect(checks(['missing', 'outside-list'], 'decided')).toEqual([
    'well_formed broken',
    'in_list broken',
    'confidence_in_range skipped',
    'meets_bar skipped',
  ])
})
