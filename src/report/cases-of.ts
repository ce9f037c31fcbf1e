import type { Flag } from '../inspect/inspection.ts'
import type { TestEntry, TribunalDocument } from './document.ts'
import type { Refusal } from './gate.ts'
import type { InspectionRecord, Origin, TribunalRecord } from './records.ts'
import { severityOf } from './severity-of.ts'

/** One thing that was checked, or was to be, with what the gate says to it: what every output for CI is a list of. */
export interface Case {
  readonly kind: TribunalRecord['kind'] | 'scope'
  /** What was checked: a system and its run, a law and its subject. */
  readonly name: string
  readonly origin: Origin | null
  /** The file's line at which its test made records, where it is known. */
  readonly line: number | null
  /** Name to value: verdict, scores, worst flag, tries, seed. */
  readonly facts: readonly (readonly [name: string, value: string | number])[]
  /** Why the gate refuses it; empty when it does not. */
  readonly refusals: readonly Refusal[]
  /** 0 to 100, for "worst first". */
  readonly severity: number
}

/**
 * Lists what was checked, and what the gate refuses without a record to point at, in the document's order.
 *
 * @param document - what one run of the tests found
 * @param refusals - of whichever gate is asked: by default the document's own
 */
export function casesOf(document: TribunalDocument, refusals: readonly Refusal[] = document.gate.refusals): Case[] {
  const { inspections, uninspectable, trials, laws, arbitrations, tests } = document
  const left = new Map<string, Refusal[]>()
  for (const refusal of refusals) left.set(keyOf(refusal), [...(left.get(keyOf(refusal)) ?? []), refusal])
  const lines = linesOf(tests)
  const cases = [...inspections, ...uninspectable, ...trials, ...laws, ...arbitrations].map((record): Case => {
    const name = nameOf(record)
    const own = record.kind === 'trial' ? [] : take(left, record, name)
    return {
      kind: record.kind,
      name,
      origin: record.origin,
      line: lines(record.origin),
      facts: factsOf(record),
      refusals: own,
      severity: own.length > 0 ? Math.max(SEVERE, severityOf(record)) : severityOf(record),
    }
  })
  const bare = [...left.values()].flat().map((refusal): Case => {
    const { subject, origin, rule } = refusal
    const facts = [['rule', rule]] as const
    return {
      kind: 'scope',
      name: subject,
      origin,
      line: lines(origin),
      facts,
      refusals: [refusal],
      severity: SEVERE,
    }
  })
  return [...cases, ...bare]
}

/** The worst first, otherwise in their order. */
export const worstCases = (cases: readonly Case[]): Case[] => [...cases].sort((a, b) => b.severity - a.severity)

/** The worst flag of an inspection that is more than information. */
export const worstFlagOf = ({ inspection: { flags } }: InspectionRecord): Flag | undefined =>
  flags.find(({ severity }) => severity === 'critical') ?? flags.find(({ severity }) => severity !== 'info')

// Helpers

/** What a gate refuses is never below what it lets through. */
const SEVERE = 60

const keyOf = ({ subject, origin }: Pick<Refusal, 'subject' | 'origin'>): string =>
  JSON.stringify([origin?.project ?? '', origin?.file ?? '', origin?.test ?? '', subject])

/** Two records of one name in one test share their refusals, but a record that stands well gets none of the other's verdict. */
function take(left: Map<string, Refusal[]>, record: TribunalRecord, name: string): Refusal[] {
  const key = keyOf({ subject: name, origin: record.origin })
  const all = left.get(key) ?? []
  const own = all.filter(({ rule }) => !OF_SEVERITY.has(rule) || severityOf(record) > EXPECTED)
  if (own.length > 0)
    left.set(
      key,
      all.filter((one) => !own.includes(one)),
    )
  if (left.get(key)?.length === 0) left.delete(key)
  return own
}

const EXPECTED = 10
const OF_SEVERITY: ReadonlySet<Refusal['rule']> = new Set(['verdict', 'expectation', 'law', 'law-unverified'])

function nameOf(record: TribunalRecord): string {
  switch (record.kind) {
    case 'inspection':
      return `${record.inspection.system} (${record.inspection.run_id})`
    case 'uninspectable':
      return record.subject
    case 'trial':
      return `${record.run.header.composite} (${record.run.header.runId})`
    case 'law':
      return `${record.law} of ${record.subject}`
    case 'arbitration':
      return 'arbitration'
  }
}

function factsOf(record: TribunalRecord): Case['facts'] {
  switch (record.kind) {
    case 'inspection': {
      const { verdict, runtime_fidelity, task_effectiveness, depth } = record.inspection
      const worst = worstFlagOf(record)
      return [
        ['verdict', verdict],
        ['runtime_fidelity', runtime_fidelity],
        ['task_effectiveness', task_effectiveness],
        ['depth', depth],
        ...(worst === undefined ? [] : [['worst_flag', worst.id] as const]),
        ...expected(record),
      ]
    }
    case 'uninspectable':
      return [['code', record.code], ...expected(record)]
    case 'trial':
      return [
        ['status', record.run.status],
        ['calls', record.run.usage.calls],
        ['violations', record.violations.length],
      ]
    case 'law':
      return [
        ['status', record.status],
        ['tries', record.tries],
        ...(record.run === undefined ? [['seed', record.seed] as const] : []),
        ...(record.path === null ? [] : [['path', record.path] as const]),
        ...expected(record),
      ]
    case 'arbitration':
      return []
  }
}

const expected = ({ expectation }: { readonly expectation?: { readonly expected: string } | null }): Case['facts'] =>
  expectation === null || expectation === undefined ? [] : [['expected', expectation.expected]]

function linesOf(tests: readonly TestEntry[]): (origin: Origin | null) => number | null {
  const key = (project: string, file: string, test: string): string => JSON.stringify([project, file, test])
  const lines = new Map(tests.map(({ project, file, test, line }) => [key(project, file, test), line ?? null]))
  return (origin) => (origin === null ? null : (lines.get(key(origin.project ?? '', origin.file, origin.test)) ?? null))
}
