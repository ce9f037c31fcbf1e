import { isObject } from '../../../json/json.ts'
import type { RecordOf } from '../../records.ts'
import { visibleLine } from '../../visible.ts'
import { gapsView } from './gaps-view.ts'
import type { EntryView } from './inspection-view.ts'
import { originView, type TestsByOrigin } from './origin-view.ts'
import { jsonView } from './text-view.ts'

/** One arbitration, shown by whatever of the known fields its record has. */
export interface ArbitrationView extends EntryView {
  readonly status: string
  readonly title: string
  readonly situation: string
  readonly samples: readonly {
    readonly number: number
    readonly status: string
    readonly action: string
    readonly noVote: string
    readonly words: string
    readonly calls: number
  }[]
  readonly why: string
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  readonly votes: readonly { readonly name: string; readonly count: number; readonly width: number }[]
  readonly json: string
  readonly size: string
}

/**
 * Prepares an arbitration for the page.
 *
 * @param entry - as it was recorded; its body is another format's and may be anything
 * @param id - its anchor
 * @param tests - finds the test that made it
 */
export function arbitrationView(entry: RecordOf<'arbitration'>, id: string, tests: TestsByOrigin): ArbitrationView {
  const record = objectOf(entry.record)
  const [outcome, input, policy] = [objectOf(record.outcome), objectOf(record.input), objectOf(record.policy)]
  const source = text(outcome.source)
  const { text: json, size } = jsonView('', entry.record)
  return {
    id,
    tone: source === 'model' ? 'pass' : source === 'default' ? 'partial' : 'info',
    status: source === 'model' ? 'decided' : source === 'default' ? 'default' : 'recorded',
    title: [text(input.situation), text(outcome.action)].filter(Boolean).join(' → ') || 'arbitration',
    why: text(outcome.why),
    situation: text(input.situation),
    samples: samplesOf(record.samples, outcome.no_votes),
    facts: [
      ['form', record.form],
      ['action', outcome.action],
      ['why', outcome.why],
      ['allowed', input.allowed_actions],
      ['default', policy.default_action],
      ['least confidence', policy.min_confidence],
      ['quorum', policy.samples === 1 ? undefined : policy.quorum],
      ['samples', policy.samples === 1 ? undefined : policy.samples],
    ].flatMap(([name, value]) => (text(value) === '' ? [] : [{ name: String(name), value: text(value) }])),
    votes: votesOf(outcome.votes),
    json,
    size,
    gaps: gapsView(entry),
    ...originView(entry.origin, tests),
  }
}

// Helpers

const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/** Each sample with what it came to, and why it gave no vote where it gave none. */
function samplesOf(samples: unknown, noVotes: unknown): ArbitrationView['samples'] {
  const reasons = new Map((Array.isArray(noVotes) ? noVotes : []).map(objectOf).map(({ sample, why }) => [sample, why]))
  return (Array.isArray(samples) ? samples : [])
    .slice(0, 100)
    .map(objectOf)
    .map(({ calls, result }, index) => {
      const { value, failure } = objectOf(result)
      const { status, action, reason } = objectOf(value)
      const { kind, message } = objectOf(failure)
      return {
        number: index + 1,
        status: text(status ?? kind),
        action: text(action),
        noVote: text(reasons.get(index)),
        words: text(reason ?? message),
        calls: Array.isArray(calls) ? calls.length : 0,
      }
    })
}

function votesOf(value: unknown): ArbitrationView['votes'] {
  const votes = (Array.isArray(value) ? value : []).map(objectOf)
  const counts = votes.map(({ count }) => (typeof count === 'number' && count >= 0 ? count : 0))
  const most = Math.max(1, ...counts)
  return votes.map(({ action }, index) => ({
    name: text(action),
    count: counts[index]!,
    width: Math.round((100 * counts[index]!) / most),
  }))
}

function text(value: unknown): string {
  if (Array.isArray(value)) return value.map(text).filter(Boolean).join(' · ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? visibleLine(String(value).slice(0, 400))
    : ''
}
