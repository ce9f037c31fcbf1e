import { isObject } from '../../../json/json.ts'
import type { RecordOf } from '../../records.ts'
import { visibleLine } from '../../visible.ts'
import type { EntryView } from './inspection-view.ts'
import { originView, type TestsByOrigin } from './origin-view.ts'
import { jsonView } from './text-view.ts'
import type { Tone } from './tone.ts'

/** One arbitration, shown by whatever of the known fields its record has. */
export interface ArbitrationView extends EntryView {
  readonly status: string
  readonly title: string
  readonly why: string
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  readonly json: string
  readonly size: string
}

/**
 * Prepares an arbitration for the page.
 *
 * @param entry - as it was recorded
 * @param id - its anchor
 * @param tests - finds the test that made it
 */
export function arbitrationView(entry: RecordOf<'arbitration'>, id: string, tests: TestsByOrigin): ArbitrationView {
  const record = isObject(entry.record) ? entry.record : {}
  const status = text(record.status) || 'recorded'
  const tone = TONES[status] ?? 'info'
  const { text: json, size } = jsonView('', entry.record)
  return {
    id,
    tone,
    status,
    title: text(record.situation) || text(record.action) || 'arbitration',
    why: text(record.why) || text(record.reason),
    facts: FACTS.map((name) => ({ name: name.replaceAll('_', ' '), value: text(record[name]) })).filter(
      ({ value }) => value !== '',
    ),
    json,
    size,
    gaps: (entry.gaps ?? []).map(visibleLine),
    ...originView(entry.origin, tests),
  }
}

// Helpers

const FACTS = ['action', 'confidence', 'stable', 'allowed_actions', 'candidate_actions', 'default_action']

const TONES: { readonly [status: string]: Tone } = {
  decided: 'pass',
  ambiguous: 'partial',
  escalate: 'partial',
  default: 'partial',
}

function text(value: unknown): string {
  if (Array.isArray(value)) return value.map(text).filter(Boolean).join(' · ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? visibleLine(String(value).slice(0, 400))
    : ''
}
