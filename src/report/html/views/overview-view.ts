import { casesOf } from '../../cases-of.ts'
import type { TribunalDocument } from '../../document.ts'
import type { Refusal } from '../../gate.ts'
import { isExcused, isExpected } from '../../is-excused.ts'
import type { RecordOf, TribunalRecord } from '../../records.ts'
import { severityOf } from '../../severity-of.ts'
import { visibleLine } from '../../visible.ts'
import { originText } from './origin-view.ts'
import { replayView } from './replay-view.ts'
import { shown } from './text-view.ts'
import type { Tone } from './tone.ts'
import { type Anchored, type WorstView, worstView } from './worst-view.ts'

/** The gate's result in words. */
export interface GateView {
  readonly tone: Tone
  readonly headline: string
  readonly lede: string
}

/** How many of a kind there are, and how they came out. */
export interface TallyView {
  readonly name: string
  readonly href: string
  readonly total: number
  readonly shares: readonly { tone: Tone; label: string; count: number; x: string; width: string }[]
}

/** The gate's result in words. */
export function gateView({ gate, scope, inspections, laws, arbitrations }: TribunalDocument): GateView {
  const { status, refusals, exit_code } = gate
  const aside = scope.narrowed === 'no' ? '' : ' This run was narrowed: what was left out is not judged.'
  if (status === 'pass') {
    const lede = shown(`${gate.message.replace(/^The gate \(\w+\) is satisfied: /, 'Held to it: ')}${aside}`, 1_000)
    return inspections.length + laws.length + arbitrations.length === 0
      ? { tone: 'info', headline: 'Nothing was held to the gate', lede }
      : { tone: 'pass', headline: 'The gate is satisfied', lede }
  }
  const counts = COUNTED.map(([kind, words]) => [refusals.filter((one) => one.status === kind).length, words] as const)
  const told = counts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`)
  return {
    tone: status === 'unverified' ? 'partial' : 'fail',
    headline: `Refused: ${told.join(', ')}`,
    lede: `The run ends with exit code ${exit_code}. What the gate refuses comes first, with the reason and how to replay it.${aside}`,
  }
}

/** One tally for inspections, trials, laws and arbitrations, as far as there are any. */
export function talliesOf(document: TribunalDocument): TallyView[] {
  const { inspections, uninspectable, trials, laws, arbitrations } = document
  const of = <T>(items: readonly T[], holds: (item: T) => boolean): number => items.filter(holds).length
  const expected = ({ inspection, expectation }: RecordOf<'inspection'>): boolean =>
    isExcused(expectation, inspection.verdict, 'pass')
  const verdicts = (verdict: string): number =>
    of(inspections, (one) => one.inspection.verdict === verdict && !expected(one))
  const wanted = ({ status, expectation }: RecordOf<'law'>): boolean => isExcused(expectation, status, 'held')
  const leaky = ({ violations, expectation }: RecordOf<'trial'>): boolean =>
    violations.length > 0 && isExpected(expectation, 'broken')
  const statuses = (status: string): number => of(laws, (one) => one.status === status && !wanted(one))
  return [
    tally('Inspections', 'inspections', [
      ['fail', 'fail', verdicts('fail')],
      ['fail', 'without a report', of(uninspectable, (one) => !isExpected(one.expectation, one.code))],
      ['partial', 'partial', verdicts('partial')],
      ['pass', 'pass', verdicts('pass')],
      [
        'info',
        'as bad as expected',
        of(inspections, expected) + of(uninspectable, (one) => isExpected(one.expectation, one.code)),
      ],
    ]),
    tally('Trials', 'trials', [
      ['fail', 'with violations', of(trials, (one) => one.violations.length > 0 && !leaky(one))],
      ['partial', 'failed', of(trials, ({ run, violations }) => violations.length === 0 && run.status === 'failed')],
      ['pass', 'completed', of(trials, ({ run, violations }) => violations.length === 0 && run.status === 'completed')],
      ['info', 'as bad as expected', of(trials, leaky)],
    ]),
    tally('Laws', 'laws', [
      ['fail', 'broken', statuses('broken')],
      ['partial', 'not checked', statuses('unverified')],
      ['pass', 'held', statuses('held')],
      ['info', 'as bad as expected', of(laws, wanted)],
    ]),
    tally('Arbitrations', 'arbitrations', [['info', 'recorded', arbitrations.length]]),
  ].filter(({ total }) => total > 0)
}

/** What a reader has to look at, and what is worth it besides. */
export interface FirstView {
  readonly refused: readonly WorstView[]
  readonly others: readonly WorstView[]
}

/**
 * The worst things first: what the gate refuses, and bad news that it lets through.
 *
 * @param document - all of it
 * @param anchored - every record with its anchor
 */
export function firstView(document: TribunalDocument, anchored: readonly Anchored[]): FirstView {
  const { inspections, uninspectable, trials, laws, arbitrations } = document
  const records: readonly TribunalRecord[] = [...inspections, ...uninspectable, ...trials, ...laws, ...arbitrations]
  const cases = casesOf(document)
  const red = new Set(records.filter((_, index) => cases[index]!.refusals.length > 0))
  // A law that was held against one run only is better seen at that run, call by call.
  const runs = new Map(trials.filter(({ violations }) => violations.length > 0).map((trial) => [runKey(trial), trial]))
  for (const law of laws) {
    const trial = runs.get(runKey(law))
    if (trial !== undefined && red.delete(law)) red.add(trial)
  }
  const told = new Set(red)
  for (const record of records)
    if (severityOf(record) >= NOTABLE && !(record.kind === 'law' && runs.has(runKey(record)))) told.add(record)
  const views = anchored
    .filter(({ record }) => told.has(record))
    .map((one) => ({ rank: severityOf(one.record), red: red.has(one.record), view: worstView(one) }))
  const bare = cases.slice(records.length).map(({ refusals: [refusal], severity }) => ({
    rank: refusal!.status === 'unverified' ? severity - 10 : severity,
    red: true,
    view: bareView(refusal!),
  }))
  const sorted = [...views, ...bare].sort((a, b) => b.rank - a.rank)
  const only = (isRed: boolean) => sorted.filter(({ red }) => red === isRed).map(({ view }) => view)
  return { refused: only(true), others: only(false) }
}

// Helpers

/** What a run and the law that was held against it have in common. */
function runKey(record: RecordOf<'trial'> | RecordOf<'law'>): string {
  const run = record.kind === 'trial' ? record.run.header.runId : (record.run ?? '')
  const { project = '', file = '', test = '' } = record.origin ?? {}
  return JSON.stringify([run, project, file, test])
}

/** From here on something is bad news that nobody expected. */
const NOTABLE = 30

function bareView({ subject, message, status, origin }: Refusal): WorstView {
  return {
    tone: status === 'unverified' ? 'partial' : 'fail',
    title: visibleLine(subject),
    tag: TAGS[status],
    text: shown(message, 600),
    where: originText(origin) === visibleLine(subject) ? '' : originText(origin),
    replay: replayView(origin),
    href: '',
  }
}

const TAGS = { 'cannot-inspect': 'cannot be inspected', 'under-gate': 'under the gate', unverified: 'never checked' }

const COUNTED = [
  ['cannot-inspect', 'not to be inspected'],
  ['under-gate', 'under the gate'],
  ['unverified', 'never checked'],
] as const

function tally(name: string, href: string, counts: readonly (readonly [Tone, string, number])[]): TallyView {
  const total = counts.reduce((sum, [, , count]) => sum + count, 0)
  let x = 0
  const shares = counts.flatMap(([tone, label, count]) => {
    if (count === 0) return []
    const width = (100 * count) / total
    const share = {
      tone,
      label,
      count,
      x: x.toFixed(2),
      width: Math.max(0.5, width - 0.4).toFixed(2),
    }
    x += width
    return [share]
  })
  return { name, href, total, shares }
}
