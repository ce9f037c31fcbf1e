import type { Reply } from '../../../composites/reply.ts'
import type { ReportedEvent, ReportedRun, TrialRecord } from '../../records.ts'
import { visibleLine } from '../../visible.ts'
import { lineOf, type ReadingView, readingView, wordsOf } from './reading-view.ts'
import { jsonView, shown, sizeOf, type TextView, textView } from './text-view.ts'
import type { Tone } from './tone.ts'

/** One lane of a trial: a slot, wherever it is called. */
export interface LaneView {
  readonly name: string
  readonly component: string
  readonly hue: number
}

/** One step of a trial: a call, or something worth a note. */
export interface StepView {
  readonly call: boolean
  readonly id: string
  /** Indices of the run's events that belong to it. */
  readonly events: readonly number[]
  readonly track: readonly { readonly on: boolean }[]
  readonly hue: number
  readonly slot: string
  readonly ordinal: string
  readonly preview: string
  readonly reading: ReadingView | null
  readonly fault: { readonly kind: string; readonly message: string } | null
  readonly violations: readonly { readonly law: string; readonly message: string }[]
  readonly brief: string
  readonly briefSize: string
  readonly texts: readonly TextView[]
  readonly private: readonly { readonly name: string; readonly text: string }[]
  /** Of a note. */
  readonly text: string
  readonly tone: Tone
}

const HUES = 6

/** The lanes of a run in the order in which its slots are first called. */
export function lanesOf({ events, header }: ReportedRun): LaneView[] {
  const names = new Set(events.flatMap((event) => (event.kind === 'slot-called' ? [laneName(event)] : [])))
  return [...names].map((name, index) => ({
    name: visibleLine(name),
    component: component(name, header.components),
    hue: index % HUES,
  }))
}

/**
 * The steps of a trial in order.
 *
 * @param record - as it was recorded
 * @param id - anchor of the trial
 * @param lanes - of the same run
 */
export function stepsOf(
  { run, violations }: Pick<TrialRecord, 'run' | 'violations'>,
  id: string,
  lanes: readonly LaneView[],
): StepView[] {
  const answers = answersOf(run.events)
  return run.events.flatMap((event, index) => {
    if (event.kind !== 'slot-called') return noteOf(event, index, lanes)
    const lane = lanes.findIndex(({ name }) => name === visibleLine(laneName(event)))
    const own = answers.get(callKey(event)) ?? []
    const events = [index, ...own.map(({ index }) => index)]
    return [
      {
        ...EMPTY,
        call: true,
        id: `${id}-step-${index}`,
        events,
        track: lanes.map((_, at) => ({ on: at === lane })),
        hue: lanes[lane]?.hue ?? 0,
        slot: visibleLine(laneName(event)),
        ordinal: `call ${event.call}${event.parallel === undefined ? '' : `, side by side with ${event.parallel - 1} more`}`,
        brief: shown(event.request.brief),
        briefSize: sizeOf(event.request.brief),
        violations: violations
          .filter((violation) => events.includes(violation.event))
          .map(({ law, message }) => ({ law: visibleLine(law), message: shown(message, 2_000) })),
        ...Object.assign({}, ...own.map(({ event }) => answerOf(event))),
      },
    ]
  })
}

// Helpers

const EMPTY: StepView = {
  call: false,
  id: '',
  events: [],
  track: [],
  hue: 0,
  slot: '',
  ordinal: '',
  preview: '',
  reading: null,
  fault: null,
  violations: [],
  brief: '',
  briefSize: '',
  texts: [],
  private: [],
  text: '',
  tone: 'info',
}

type Called = { readonly scope: string; readonly slot: string; readonly call: number }
type Answer = { readonly index: number; readonly event: ReportedEvent }

/** A nested slot is named by its path, whichever call of the outer slot it is in. */
const laneName = ({ scope, slot }: Called): string => (scope === '' ? slot : `${scope.replace(/#\d+/g, '')}/${slot}`)

function component(name: string, components: { readonly [slot: string]: string }): string {
  const own = Object.hasOwn(components, name) ? components[name]! : name
  return own === name ? '' : visibleLine(own)
}

const callKey = ({ scope, slot, call }: Called): string => `${scope}\u0000${slot}\u0000${call}`

/** What came back of each call. */
function answersOf(events: readonly ReportedEvent[]): Map<string, Answer[]> {
  const answers = new Map<string, Answer[]>()
  events.forEach((event, index) => {
    if (event.kind !== 'slot-replied' && event.kind !== 'slot-failed' && event.kind !== 'decision-read') return
    const own = answers.get(callKey(event)) ?? []
    own.push({ index, event })
    answers.set(callKey(event), own)
  })
  return answers
}

function answerOf(event: ReportedEvent): Partial<StepView> {
  switch (event.kind) {
    case 'slot-replied':
      return replyView(event.reply)
    case 'slot-failed':
      return { fault: { kind: visibleLine(event.fault.kind), message: shown(event.fault.message, 2_000) } }
    case 'decision-read':
      return { reading: readingView(event.reading), ...wordsOf(event.reading) }
    default:
      return {}
  }
}

function replyView({ text, data, toolCalls, private: hidden }: Reply): Partial<StepView> {
  return {
    preview: lineOf(text),
    texts: [
      textView('Reply', text),
      ...(data === undefined ? [] : [jsonView('Structured reply', data)]),
      ...(toolCalls === undefined || toolCalls.length === 0 ? [] : [jsonView('Tool calls', toolCalls)]),
    ],
    private: [
      ...(hidden?.reasoning === undefined ? [] : [{ name: 'Reasoning', text: shown(hidden.reasoning) }]),
      ...(hidden?.selfAssessment === undefined
        ? []
        : [{ name: 'Self-assessment', text: shown(hidden.selfAssessment) }]),
    ],
  }
}

function noteOf(event: ReportedEvent, index: number, lanes: readonly LaneView[]): StepView[] {
  const note = noteText(event)
  return note === undefined ? [] : [{ ...EMPTY, events: [index], track: lanes.map(() => ({ on: false })), ...note }]
}

function noteText(event: ReportedEvent): { text: string; tone: Tone } | undefined {
  switch (event.kind) {
    case 'bound-reached':
      return {
        text: visibleLine(
          `Bound reached: ${event.bound} = ${event.limit}${event.unapplied === undefined ? '' : `; not applied any more: ${event.unapplied}`}`,
        ),
        tone: 'partial',
      }
    case 'criteria-withheld':
      return {
        text: visibleLine(`Criteria quoted by ${event.slot} were withheld: ${event.fields.join(', ')}`),
        tone: 'info',
      }
    default:
      return undefined
  }
}
