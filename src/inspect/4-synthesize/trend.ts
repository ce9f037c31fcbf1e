import type { RegistryEntry } from '../1-index/registry.ts'
import type { Inspection } from '../inspection.ts'
import { escapeMarkdown } from './escape-markdown.ts'

/** Stands before the sentence on earlier inspections, so that it can be told from what the run itself gave. */
const TREND = '\n\nTrend: '

/**
 * Adds how the run did against the latest earlier inspection of its system at the same depth; the first of a system adds nothing.
 *
 * @param earlier - inspections of its system at its depth of other bytes, oldest first
 */
export function withTrend(inspection: Inspection, earlier: readonly RegistryEntry[]): Inspection {
  const before = earlier.at(-1)
  if (!before) return inspection
  const fidelity = change('runtime fidelity', inspection.runtime_fidelity - before.runtime_fidelity)
  const effectiveness = change('task effectiveness', inspection.task_effectiveness - before.task_effectiveness)
  const sentence = `against run ${escapeMarkdown(before.run_id)}, ${fidelity} and ${effectiveness}.`
  return { ...inspection, summary: `${inspection.summary}${TREND}${sentence}` }
}

/** The summary without what was added about earlier inspections. */
export const withoutTrend = (summary: string): string => summary.split(TREND, 1)[0]!

// Helpers

const change = (what: string, by: number) =>
  by === 0 ? `${what} stayed the same` : `${what} ${by > 0 ? 'rose' : 'fell'} by ${Math.abs(by)}`
