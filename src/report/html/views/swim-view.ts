import type { TrialRecord } from '../../records.ts'
import { visibleLine } from '../../visible.ts'
import type { LaneView, StepView } from './step-view.ts'

/** A trial at a glance: one lane a slot, time from left to right. The steps below say the same in words. */
export interface SwimView {
  readonly width: number
  readonly height: number
  readonly right: number
  /** Where the names of lanes end, and their lines begin. */
  readonly edge: number
  readonly start: number
  /** A name too long for its room ends as it does, so that slots within slots can be told apart; `full` has all of it then.  */
  readonly lanes: readonly {
    readonly name: string
    readonly full: string
    readonly y: number
    readonly text: number
    readonly hue: number
  }[]
  readonly calls: readonly SwimCall[]
  readonly links: readonly { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number }[]
  readonly marks: readonly { readonly x: number; readonly bottom: number; readonly tone: string }[]
  readonly more: string
}

interface SwimCall {
  readonly x: number
  readonly y: number
  readonly middle: number
  readonly line: number
  readonly under: number
  readonly hue: number
  readonly href: string
  readonly sign: string
  readonly below: string
  readonly title: string
  readonly state: string
}

/**
 * Draws the calls of a trial.
 *
 * @param record - as it was recorded
 * @param lanes - of its run
 * @param steps - of its run
 */
export function swimView(
  { run }: Pick<TrialRecord, 'run'>,
  lanes: readonly LaneView[],
  steps: readonly StepView[],
): SwimView {
  const columns = columnsOf(run.events)
  const names = lanes.map(({ name }) => ending(name, LONGEST_NAME))
  const edge = Math.max(LEAST_EDGE, ...names.map((name) => 10 + widthOf(name)))
  const left = edge + 14
  const drawn = steps.slice(0, MOST)
  const calls: SwimCall[] = []
  const marks: { x: number; bottom: number; tone: string }[] = []
  const bottom = TOP + lanes.length * LANE
  let last = left
  for (const step of drawn) {
    if (!step.call) {
      marks.push({ x: last + COLUMN / 2 + 8, bottom, tone: step.tone })
      continue
    }
    const lane = step.track.findIndex(({ on }) => on)
    last = left + (columns.get(step.events[0]!) ?? 0) * COLUMN
    calls.push(callView(step, last, TOP + lane * LANE))
  }
  const right = last + COLUMN + 12
  return {
    width: right,
    height: bottom + 4,
    right,
    edge,
    start: edge + 6,
    lanes: lanes.map(({ name, hue }, index) => ({
      name: names[index]!,
      full: names[index] === name ? '' : name,
      y: TOP + index * LANE + BOX / 2,
      text: TOP + index * LANE + BOX / 2 + 4,
      hue,
    })),
    calls,
    links: calls.slice(1).map((to, index) => linkView(calls[index]!, to)),
    marks,
    more: steps.length > MOST ? `${steps.length - MOST} more steps are in the list below only.` : '',
  }
}

// Helpers

/** Lengths in CSS pixels. */
const LEAST_EDGE = 72
const TOP = 8
const LANE = 52
const COLUMN = 66
const BOX = 26
const WIDE = 40

const LONGEST_NAME = 24

/** More than this nobody takes in at a glance. */
const MOST = 80

/** Calls that are made side by side share a column: one begins wherever something was answered since the last. */
function columnsOf(events: TrialRecord['run']['events']): Map<number, number> {
  const columns = new Map<number, number>()
  let column = -1
  let answered = true
  events.forEach(({ kind }, index) => {
    if (kind === 'slot-replied' || kind === 'slot-failed') answered = true
    if (kind !== 'slot-called') return
    if (answered) column += 1
    answered = false
    columns.set(index, column)
  })
  return columns
}

function callView(step: StepView, x: number, y: number): SwimCall {
  const { slot, ordinal, hue, id, fault, violations, reading } = step
  const state = fault !== null ? 'faulty' : violations.length > 0 ? 'violated' : ''
  const below = fault !== null ? fault.kind : (reading?.text.split(/[ ,]/, 1)[0] ?? '')
  const broken = violations.map(({ law }) => `, breaks ${law}`).join('')
  return {
    x,
    y,
    middle: x + WIDE / 2,
    line: y + BOX / 2 + 4,
    under: y + BOX + 12,
    hue,
    href: id,
    sign: fault !== null ? '✕' : violations.length > 0 ? '!' : ordinal.replace(/\D*(\d+).*/, '$1'),
    below: cut(below, 10),
    title: visibleLine(`${slot}, ${ordinal}${below === '' ? '' : `: ${below}`}${broken}`),
    state,
  }
}

const linkView = (from: SwimCall, to: SwimCall): SwimView['links'][number] => ({
  x1: from.x === to.x ? from.middle : from.x + WIDE,
  y1: from.y + BOX / 2,
  x2: to.x === from.x ? to.middle : to.x,
  y2: to.y + BOX / 2,
})

const ending = (text: string, most: number): string => {
  const signs = [...text]
  return signs.length > most ? `…${signs.slice(1 - most).join('')}` : text
}

/** What a bold name takes at most, in CSS pixels: a Latin letter about 8, others up to 13. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (/[a-z0-9/_. -]/.test(sign) ? 8 : 13), 0)

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
