import { expect, test } from 'vitest'
import { docket } from '../../../test/reporter/docket.ts'
import { assemble } from '../assemble.ts'
import type { TribunalDocument } from '../document.ts'
import { contradictions } from './contradictions.ts'
import { judge } from './judge.ts'

/** A whole document, changed by somebody who wants it green. */
const edited = (change: (document: Editable<TribunalDocument>) => void): TribunalDocument => {
  const document = structuredClone(docket()) as Editable<TribunalDocument>
  change(document)
  return document as TribunalDocument
}
type Editable<T> = T extends readonly (infer E)[]
  ? Editable<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: Editable<T[K]> }
    : T
const messages = (document: TribunalDocument): string[] => [...contradictions(document)].map(({ message }) => message)

test('what a run of the tests has written does not contradict itself', () => {
  expect(messages(docket())).toEqual([])
  expect(
    messages(assemble({ seed: null, scope: { include: null, narrowed: 'no' }, level: 'pass', records: [] })),
  ).toEqual([])
})

test.each<[string, (document: Editable<TribunalDocument>) => void, RegExp]>([
  [
    'a verdict that somebody raised',
    ({ inspections }) => {
      inspections.find((one) => one.inspection.verdict === 'fail' && !one.expectation)!.inspection.verdict = 'pass'
    },
    /^incident-review \(20260412-221904-c0ffee\): .* its verdict in the report/,
  ],
  [
    'a score that somebody raised',
    ({ inspections }) => {
      inspections[0]!.inspection.runtime_fidelity = 100
    },
    /its runtime_fidelity in the report/,
  ],
  [
    'flags that somebody removed',
    ({ inspections }) => {
      inspections.find((one) => one.inspection.flags.length > 0)!.inspection.flags = []
    },
    /its flags in the report/,
  ],
  [
    'a case that somebody deleted',
    (document) => {
      document.inspections = document.inspections.filter((one) => one.inspection.system !== 'incident-review')
    },
    /^scenarios\/runs\/cut-off\.test\.ts: .* 1 records of it, and 2 checks/,
  ],
  [
    'a case that stands there twice',
    (document) => {
      document.laws.push(document.laws[0]!)
    },
    /^scenarios\/.*: .* 6 records of it, and 5 checks/,
  ],
  [
    'what was refused and is excused now',
    (document) => {
      document.files = document.files.filter((one) => one.file !== 'scenarios/todo.test.ts')
      for (const one of document.inspections) one.expectation ??= { expected: one.inspection.verdict, met: true }
      for (const one of document.laws) one.expectation ??= { expected: one.status, met: true }
      for (const one of document.trials) one.violations = []
    },
    /^the gate: the document contradicts itself: it was refused for 5 reasons, and its records give none\./,
  ],
])('%s is named, and nothing can be judged', (_, change, message) => {
  const document = edited(change)
  expect(messages(document).join('\n')).toMatch(message)
  expect(judge(document, { format: 'tribunal-policy', version: 1, allowUnverified: true }, null).exitCode).toBe(2)
})
