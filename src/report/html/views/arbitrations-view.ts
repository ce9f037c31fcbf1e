import { byCodeUnit } from '../../../json/canonical-json.ts'
import { isObject } from '../../../json/json.ts'
import type { RecordOf } from '../../records.ts'
import { visibleLine } from '../../visible.ts'

/** What all arbitrations of a run come to. */
export interface ArbitrationsView {
  /** Per `why` of the outcome: those with the tone `partial` are reasons for the default. */
  readonly reasons: readonly Counted[]
  readonly statuses: readonly Counted[]
  readonly situations: readonly SituationView[]
}

interface Counted {
  readonly name: string
  readonly count: number
  readonly width: number
  readonly tone: 'pass' | 'partial' | 'info'
}

interface SituationView {
  readonly name: string
  readonly covered: string
  readonly actions: readonly {
    readonly name: string
    readonly count: number
    readonly default: boolean
    readonly tone: string
  }[]
}

/**
 * Counts how arbitrations came out: why the default stood, how the single samples ended, and which allowed actions a model ever
 * chose. A default is counted as one, also where it is allowed as well.
 *
 * @param entries - as they were recorded; their bodies may be anything
 */
export function arbitrationsView(entries: readonly RecordOf<'arbitration'>[]): ArbitrationsView | null {
  if (entries.length === 0) return null
  const [reasons, statuses] = [new Map<string, number>(), new Map<string, number>()]
  const models = new Set<string>()
  const situations = new Map<string, Situation>()
  for (const { record } of entries) {
    const { outcome, input, policy, samples } = fieldsOf(record)
    const why = textOf(outcome.why) || 'not stated'
    if (outcome.source === 'model') models.add(why)
    add(reasons, why)
    for (const sample of samples) add(statuses, statusOf(sample))
    const allowed = Array.isArray(input.allowed_actions) ? input.allowed_actions.map(textOf) : []
    const name = textOf(input.situation) || 'not stated'
    const known = situations.get(name) ?? { chosen: new Map(), defaults: new Map() }
    for (const action of allowed) add(known.chosen, action, 0)
    add(known.defaults, textOf(policy.default_action), 0)
    add(outcome.source === 'default' ? known.defaults : known.chosen, textOf(outcome.action))
    situations.set(name, known)
  }
  return {
    reasons: counted(reasons, (why) => (models.has(why) ? 'pass' : 'partial')),
    statuses: counted(statuses, (status) => (status === 'decided' ? 'pass' : 'info')),
    situations: [...situations]
      .sort(([a], [b]) => byCodeUnit(a, b))
      .slice(0, MOST)
      .map(situationView),
  }
}

// Helpers

const MOST = 40

const fieldOf = (value: unknown, name: string): Record<string, unknown> => {
  const field = isObject(value) ? value[name] : undefined
  return isObject(field) ? field : {}
}

const fieldsOf = (record: unknown) => ({
  outcome: fieldOf(record, 'outcome'),
  input: fieldOf(record, 'input'),
  policy: fieldOf(record, 'policy'),
  samples: isObject(record) && Array.isArray(record.samples) ? (record.samples as unknown[]) : [],
})

/** What a sample came to: the model's status, or why there is no valid answer. */
function statusOf(sample: unknown): string {
  const result = fieldOf(sample, 'result')
  return textOf(fieldOf(result, 'value').status) || textOf(fieldOf(result, 'failure').kind) || 'not stated'
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '')

const add = (counts: Map<string, number>, name: string, times = 1): void => {
  if (name !== '') counts.set(name, (counts.get(name) ?? 0) + times)
}

function counted(counts: ReadonlyMap<string, number>, toneOf: (name: string) => Counted['tone']): Counted[] {
  const most = Math.max(1, ...counts.values())
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || byCodeUnit(a, b))
    .slice(0, MOST)
    .map(([name, count]) => ({
      name: visibleLine(name),
      count,
      width: Math.round((100 * count) / most),
      tone: toneOf(name),
    }))
}

/** Action → how often it was chosen; default → how often it was taken. */
interface Situation {
  readonly chosen: Map<string, number>
  readonly defaults: Map<string, number>
}

function situationView([name, { chosen, defaults }]: [string, Situation]): SituationView {
  const seen = [...chosen.values()].filter((count) => count > 0).length
  const listed = (counts: ReadonlyMap<string, number>, byDefault: boolean) =>
    [...counts].slice(0, MOST).map(([action, count]) => ({
      name: visibleLine(action),
      count,
      default: byDefault,
      tone: count > 0 ? (byDefault ? 'partial' : 'pass') : 'info',
    }))
  return {
    name: visibleLine(name),
    covered: `${seen} of ${chosen.size} actions came out`,
    actions: [...listed(chosen, false), ...listed(defaults, true)],
  }
}
