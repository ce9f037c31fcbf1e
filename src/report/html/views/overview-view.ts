import type { TribunalDocument } from '../../document.ts'
import type { Refusal } from '../../gate.ts'
import type { TribunalRecord } from '../../records.ts'
import { severityOf } from '../../severity-of.ts'
import { visibleLine } from '../../visible.ts'
import { originText } from './origin-view.ts'
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
export function gateView({ gate }: TribunalDocument): GateView {
  const tone = ({ pass: 'pass', 'under-gate': 'fail', 'cannot-inspect': 'fail', unverified: 'partial' } as const)[
    gate.status
  ]
  return { tone, headline: HEADLINES[gate.status], lede: shown(gate.message, 1_000) }
}

/** One tally for inspections, trials, laws and arbitrations, as far as there are any. */
export function talliesOf(document: TribunalDocument): TallyView[] {
  const { inspections, uninspectable, trials, laws, arbitrations } = document
  const of = <T>(items: readonly T[], holds: (item: T) => boolean): number => items.filter(holds).length
  const verdicts = (verdict: string): number => of(inspections, ({ inspection }) => inspection.verdict === verdict)
  return [
    tally('Inspections', 'inspections', [
      ['fail', 'fail', verdicts('fail')],
      ['fail', 'without a report', uninspectable.length],
      ['partial', 'partial', verdicts('partial')],
      ['pass', 'pass', verdicts('pass')],
    ]),
    tally('Trials', 'trials', [
      ['fail', 'with violations', of(trials, ({ violations }) => violations.length > 0)],
      ['partial', 'failed', of(trials, ({ run, violations }) => violations.length === 0 && run.status === 'failed')],
      ['pass', 'completed', of(trials, ({ run, violations }) => violations.length === 0 && run.status === 'completed')],
    ]),
    tally('Laws', 'laws', [
      ['fail', 'broken', of(laws, ({ status }) => status === 'broken')],
      ['partial', 'not checked', of(laws, ({ status }) => status === 'unverified')],
      ['pass', 'held', of(laws, ({ status }) => status === 'held')],
    ]),
    tally('Arbitrations', 'arbitrations', [['info', 'recorded', arbitrations.length]]),
  ].filter(({ total }) => total > 0)
}

/**
 * The worst things first: what the gate refuses without a record to point at, then the worst records.
 *
 * @param document - all of it
 * @param anchored - every record with its anchor
 */
export function worstOf({ gate }: TribunalDocument, anchored: readonly Anchored[]): WorstView[] {
  const bare = gate.refusals.flatMap((refusal) => (refusal.rule in BARE ? [bareView(refusal)] : []))
  const witnesses = new Set(
    anchored.flatMap(({ record }) =>
      record.kind === 'trial' && record.violations.length > 0 ? [originText(record.origin)] : [],
    ),
  )
  const told = anchored
    .filter(({ record }) => severityOf(record) >= NOTABLE && !shownByTrial(record, witnesses))
    .map((one) => ({ rank: severityOf(one.record), view: () => worstView(one) }))
  return [...bare, ...told].sort((a, b) => b.rank - a.rank).map(({ view }) => view())
}

// Helpers

/** A law that was held against one run only is better seen at that run, call by call. */
const shownByTrial = (record: TribunalRecord, witnesses: ReadonlySet<string>): boolean =>
  record.kind === 'law' &&
  record.run !== undefined &&
  record.origin !== null &&
  witnesses.has(originText(record.origin))

/** From here on something is bad news that nobody expected. */
const NOTABLE = 30

/** Refusals with no record to point at: how bad they are, and what there is to say. */
const BARE: { readonly [rule: string]: number } = {
  'unreadable-record': 100,
  'nothing-checked': 90,
  'file-unverified': 55,
}

function bareView({ rule, subject, message, status }: Refusal): { rank: number; view: () => WorstView } {
  const tone = status === 'unverified' ? 'partial' : 'fail'
  const text = rule === 'file-unverified' ? 'Ran in full and recorded no inspection, law or arbitration.' : message
  const view = {
    tone,
    title: visibleLine(subject),
    tag: TAGS[status],
    text: shown(text, 600),
    where: '',
    href: '',
  } as const
  return { rank: BARE[rule]!, view: () => view }
}

const TAGS = { 'cannot-inspect': 'cannot be inspected', 'under-gate': 'under the gate', unverified: 'unverified' }

const HEADLINES = {
  pass: 'The gate is satisfied',
  'under-gate': 'Under the gate',
  'cannot-inspect': 'Something cannot be inspected',
  unverified: 'Something was never checked',
}

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
