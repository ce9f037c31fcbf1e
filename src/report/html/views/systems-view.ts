import type { Verdict } from '../../../inspect/inspection.ts'
import { byCodeUnit } from '../../../json/canonical-json.ts'
import type { TribunalDocument } from '../../document.ts'
import { isExcused } from '../../is-excused.ts'
import type { InspectionRecord } from '../../records.ts'
import { visibleLine } from '../../visible.ts'
import { scoreTone, type Tone } from './tone.ts'

/** One earlier inspection of a system, as a registry remembers it; oldest first in lists. */
export interface HistoryEntry {
  readonly system: string
  readonly run_id: string
  readonly verdict: Verdict
  readonly runtime_fidelity: number
  readonly task_effectiveness: number
}

/** How one system stands, and how it stood. */
export interface SystemView {
  readonly name: string
  readonly count: number
  readonly counts: readonly { readonly tone: Tone; readonly label: string; readonly count: number }[]
  readonly fidelity: number
  readonly fidelityTone: Tone
  readonly effectiveness: number
  readonly effectivenessTone: Tone
  readonly trend: TrendView | null
}

/** The systems that stand worst, and how many there are besides. */
export interface StandingsView {
  readonly systems: readonly SystemView[]
  readonly more: number
}

interface TrendView {
  readonly fidelity: string
  readonly effectiveness: string
  readonly dots: readonly { readonly x: number; readonly y: number; readonly tone: Tone }[]
  readonly text: string
}

/** More systems than this are for the search box. */
const MOST = 40

/** Earlier inspections of one system that its trend shows. */
const LONGEST = 20

/**
 * Tells how each system stands: the lowest scores of this run first, and what a registry remembers of earlier ones. What is as bad as
 * its test expects says nothing of a system, unless there is nothing else of it.
 *
 * @param document - what this run found
 * @param history - earlier inspections, oldest first
 */
export function systemsView({ inspections }: TribunalDocument, history: readonly HistoryEntry[]): StandingsView {
  const groups = new Map<string, InspectionRecord[]>()
  for (const record of inspections) {
    const own = groups.get(record.inspection.system)
    if (own === undefined) groups.set(record.inspection.system, [record])
    else own.push(record)
  }
  const earlier = new Map<string, HistoryEntry[]>()
  for (const entry of history) {
    const own = earlier.get(entry.system)
    if (own === undefined) earlier.set(entry.system, [entry])
    else own.push(entry)
  }
  const all = [...groups]
    .map(([name, records]) => systemView(name, records, earlier.get(name) ?? []))
    .sort(
      (a, b) =>
        Math.min(a.fidelity, a.effectiveness) - Math.min(b.fidelity, b.effectiveness) || byCodeUnit(a.name, b.name),
    )
  return { systems: all.slice(0, MOST), more: Math.max(0, all.length - MOST) }
}

// Helpers

function systemView(name: string, records: readonly InspectionRecord[], earlier: readonly HistoryEntry[]): SystemView {
  const held = records.filter(({ inspection, expectation }) => !isExcused(expectation, inspection.verdict, 'pass'))
  const lowest = (score: 'runtime_fidelity' | 'task_effectiveness') =>
    (held.length > 0 ? held : records).reduce((least, { inspection }) => Math.min(least, inspection[score]), 100)
  const [fidelity, effectiveness] = [lowest('runtime_fidelity'), lowest('task_effectiveness')]
  return {
    name: visibleLine(name),
    count: records.length,
    counts: [
      ...(['fail', 'partial', 'pass'] as const).map((tone) => ({
        tone,
        label: tone as string,
        count: held.filter(({ inspection }) => inspection.verdict === tone).length,
      })),
      { tone: 'info' as const, label: 'as bad as expected', count: records.length - held.length },
    ].filter(({ count }) => count > 0),
    fidelity,
    fidelityTone: scoreTone(fidelity),
    effectiveness,
    effectivenessTone: scoreTone(effectiveness),
    trend: trendView(earlier.slice(-LONGEST), fidelity, effectiveness),
  }
}

/** A chart of 100 by 24: a line a score, a dot where a verdict was not pass, this run last. */
function trendView(earlier: readonly HistoryEntry[], fidelity: number, effectiveness: number): TrendView | null {
  if (earlier.length === 0) return null
  const x = (index: number) => Math.round((960 * index) / earlier.length) / 10 + 2
  const y = (score: number) => Math.round((100 - score) * 2 + 20) / 10
  const line = (scores: readonly number[]) => scores.map((score, index) => `${x(index)},${y(score)}`).join(' ')
  const scores = [...earlier.map(({ runtime_fidelity }) => runtime_fidelity), fidelity]
  const [first = fidelity] = scores
  return {
    fidelity: line(scores),
    effectiveness: line([...earlier.map(({ task_effectiveness }) => task_effectiveness), effectiveness]),
    dots: earlier.flatMap(({ verdict, runtime_fidelity }, index) =>
      verdict === 'pass' ? [] : [{ x: x(index), y: y(runtime_fidelity), tone: verdict }],
    ),
    text: `fidelity from ${first} to ${fidelity} over ${earlier.length} earlier inspection${earlier.length === 1 ? '' : 's'}`,
  }
}
