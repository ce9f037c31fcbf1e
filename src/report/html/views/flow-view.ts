import { byCodeUnit } from '../../../json/canonical-json.ts'
import type { FlowRecord, TrialRecord } from '../../records.ts'
import { visibleLine } from '../../visible.ts'
import type { StepView } from './step-view.ts'

/** Who was told what: a column a slot, a row a label. */
export interface FlowView {
  readonly slots: readonly string[]
  /** A label is split where a line may end. */
  readonly rows: readonly {
    readonly label: readonly string[]
    readonly private: boolean
    readonly cells: readonly FlowCell[]
  }[]
  /** The states that occur, each with what it means. */
  readonly legend: readonly { readonly state: string; readonly sign: string; readonly meaning: string }[]
}

interface FlowCell {
  readonly state: FlowState
  readonly sign: string
  readonly text: string
  /** Anchor of the call that shows it; '' where there is none. */
  readonly href: string
  readonly title: string
}

/**
 * Lays out the information flow of a trial; null when nobody worked it out.
 *
 * @param record - as it was recorded
 * @param steps - of its run
 */
export function flowView({ flow }: Pick<TrialRecord, 'flow'>, steps: readonly StepView[]): FlowView | null {
  if (flow === undefined || flow.length === 0) return null
  const slots = [...new Set(flow.map(({ slot }) => slot))]
  const cells = new Map(flow.map((one) => [keyOf(one.slot, one.label), one]))
  const anchors = new Map(steps.flatMap(({ id, events }) => events.map((event) => [event, id] as const)))
  const labels = [...new Set(flow.map(({ label }) => label))].sort(
    (a, b) =>
      Number(isPrivate(a)) - Number(isPrivate(b)) ||
      Number(a.includes('.')) - Number(b.includes('.')) ||
      byCodeUnit(a, b),
  )
  const rows = labels.map((label) => ({
    label: visibleLine(label).split(/(?<=\.)/),
    private: isPrivate(label),
    cells: slots.map((slot) => cellView(cells.get(keyOf(slot, label)), anchors)),
  }))
  const states = new Set(rows.flatMap(({ cells }) => cells.map(({ state }) => state)))
  return {
    slots: slots.map(visibleLine),
    rows,
    legend: ORDER.filter((state) => states.has(state)).map((state) => ({ state, ...MEANING[state] })),
  }
}

// Helpers

type FlowState = 'leaked' | 'missing' | 'must-seen' | 'may-seen' | 'may-unseen' | 'kept' | 'none'

const ORDER: readonly FlowState[] = ['leaked', 'missing', 'must-seen', 'may-seen', 'may-unseen', 'kept', 'none']

const MEANING: { readonly [state in FlowState]: { readonly sign: string; readonly meaning: string } } = {
  leaked: { sign: '✕', meaning: 'leaked: forbidden, and told' },
  missing: { sign: '!', meaning: 'missing: must be told, and was not each time' },
  'must-seen': { sign: '●', meaning: 'must be told, and was' },
  'may-seen': { sign: '◐', meaning: 'may be told, and was' },
  'may-unseen': { sign: '○', meaning: 'may be told, and was not' },
  kept: { sign: '–', meaning: 'forbidden, and not told' },
  none: { sign: '·', meaning: 'no value that could be told from chance by then' },
}

const WORDS: { readonly [state in FlowState]: string } = {
  leaked: 'leaked',
  missing: 'missing',
  'must-seen': 'must, seen',
  'may-seen': 'may, seen',
  'may-unseen': 'may, unseen',
  kept: 'kept out',
  none: 'no value',
}

const keyOf = (slot: string, label: string): string => `${slot}\u0000${label}`

const isPrivate = (label: string): boolean => label.endsWith('.private')

function cellView(flow: FlowRecord | undefined, anchors: ReadonlyMap<number, string>): FlowCell {
  const state = flow === undefined ? 'none' : stateOf(flow)
  const shown = state === 'leaked' ? flow?.leaked : flow?.witness
  const href = shown === null || shown === undefined ? '' : (anchors.get(shown) ?? '')
  const counted = flow === undefined || flow.calls === 0 ? '' : `${flow.seen} of ${flow.calls} calls`
  return { state, sign: MEANING[state].sign, text: WORDS[state], href, title: counted }
}

function stateOf({ rule, calls, seen, leaked }: FlowRecord): FlowState {
  if (leaked !== null) return 'leaked'
  if (calls === 0) return rule === 'may' ? 'may-unseen' : 'none'
  if (rule === 'must') return seen === calls ? 'must-seen' : 'missing'
  if (rule === 'may') return seen > 0 ? 'may-seen' : 'may-unseen'
  return 'kept'
}
