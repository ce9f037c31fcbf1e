import { checkInvariants } from '../../src/invariants/check-run.ts'
import type { Invariant } from '../../src/invariants/invariant.ts'
import type { Run } from '../../src/trace/run.ts'
import type { Tally } from '../check/tally.ts'
import { literal } from '../print/literal.ts'
import type { Attempt, Subject, Trial } from '../subjects/subject.ts'
import type { Sketch } from '../table/sketch.ts'
import type { Table } from '../table/table.ts'
import type { Change } from '../table/texts.ts'
import { callsWithValues } from './allowed-values.ts'
import { tellBehaviours } from './behaviours.ts'
import { bounds } from './bounds.ts'
import { groupCalls } from './determinacy.ts'
import { compareRuns } from './noninterference.ts'
import { presence } from './presence.ts'
import { taint } from './taint.ts'
import type { WitnessedViolation } from './witnessed.ts'

/** A law of any subject: it asks for runs and is fed them, at once or later. */
export interface SubjectLaw {
  readonly name: string
  readonly statement: string
  readonly source: string
  /** Whether calls may fail in its tries: always, never, or where the subject goes on after one. */
  readonly faults: boolean | 'caught'
  /** Behaviours that have to happen besides those of every law. */
  declares?(subject: Subject): readonly string[]
  attempt(sketch: Sketch, context: LawContext): Generator<Attempt, Finding, Trial>
}

/** What a law knows besides the sketch of a try. */
export interface LawContext {
  readonly subject: Subject
  readonly tally: Tally
  /** Laws of the caller over a finished run. */
  readonly extra: readonly Invariant[]
}

/** What one try came to, with the runs that show it. */
export interface Finding {
  readonly violations: readonly WitnessedViolation[]
  /** One or two runs. */
  readonly attempts: readonly Attempt[]
  /** An expression over `run` and `twin` that is an empty list once the law holds, and where its function comes from. */
  readonly shows: readonly [expression: string, address: string]
}

const FLOW = 'docs/information-flow.md'
const PROPERTIES = 'vitest-tribunal/properties'

const presenceLaw: SubjectLaw = {
  name: 'presence',
  statement: 'Each brief carries what its slot must see, verbatim; the first brief of a primary slot is the task.',
  source: `${FLOW}, check 1`,
  faults: 'caught',
  *attempt(sketch, { subject, tally }) {
    const { run } = yield { sketch }
    tellBehaviours(run, subject.shape, tally)
    if (owes(run)) tally.counted(run.usage.calls)
    return { violations: presence(run), attempts: [{ sketch }], shows: ['presence(run)', PROPERTIES] }
  },
}

const taintLaw: SubjectLaw = {
  name: 'taint',
  statement: 'No request holds a mark of anything outside what its slot must and may see.',
  source: `${FLOW}, check 2`,
  faults: 'caught',
  *attempt(sketch, { subject, tally }) {
    const { run, table } = yield { sketch }
    tellBehaviours(run, subject.shape, tally)
    // Without a reply before the last call, only inputs could leak.
    if (table.bornBeforeLast > 0) tally.counted()
    return { violations: taint(run), attempts: [{ sketch }], shows: ['taint(run)', PROPERTIES] }
  },
}

const noninterferenceLaw: SubjectLaw = {
  name: 'noninterference',
  statement: 'What a slot may not see changes neither who is asked nor what the slot is asked.',
  source: `${FLOW}, check 3`,
  faults: true,
  *attempt(sketch, { subject, tally }) {
    const attempt = { sketch }
    const shows = ['noninterference(run, twin)', PROPERTIES] as const
    const { run, table } = yield attempt
    tellBehaviours(run, subject.shape, tally)
    const calls = callsWithValues(run)
    const born = table.born.slice(0, table.bornBeforeLast)
    for (const [at, how] of pairsOf(sketch.pick, born.length)) {
      const key = born[at]!
      const varied = { sketch, change: { key, how }, like: table }
      const twin = yield varied
      const { violations: seen, compared, discarded, reordered } = compareRuns(run, twin.run, calls)
      // An input that is no text, as a number of rounds, may steer who is asked; told it may not be.
      const violations = table.isSetting(key) ? seen.filter((violation) => violation !== reordered) : seen
      if (discarded) tally.discarded()
      for (const slot of compared) tally.saw(`compared ${slot}`)
      if (compared.length > 0) tally.counted()
      if (violations.length > 0) {
        const [first] = violations
        const witness = [`${key.replace('#', ' ')} is varied`, `call of ${slotAt(run, first!.event)}`]
        return { violations: [{ ...first!, witness }], attempts: [attempt, { sketch, change: varied.change }], shows }
      }
    }
    return { violations: [], attempts: [attempt], shows }
  },
}

/** Pairs of runs in one try: the first run is shared, and several pairs find what one would miss. */
const PAIRS = 3
const CHANGES: readonly Change[] = ['other', 'blank', 'longer']
/** Coprime to most lengths, so that pairs of one try vary different data. */
const STRIDE = 7

/** Which data are varied, and how. Zero picks all of them: a try then shrinks without losing sight of what gave it away. */
function* pairsOf(pick: number, born: number): Generator<readonly [at: number, how: Change]> {
  if (pick === 0) for (let at = 0; at < born; at++) for (const how of CHANGES) yield [at, how]
  else
    for (let pair = 0; pair < Math.min(PAIRS, born); pair++) {
      const picked = pick + pair * STRIDE
      yield [picked % born, CHANGES[(picked >> 3) % CHANGES.length]!]
    }
}

const determinacyLaw: SubjectLaw = {
  name: 'determinacy',
  statement: 'Calls of a slot that may see the same are asked the same, across rounds, bounds and runs.',
  source: `${FLOW}, check 4`,
  faults: false,
  *attempt(sketch, { subject, tally }) {
    const wider = { ...sketch, config: sketch.config.map((value) => value + 1) }
    const steady = { sketch, steady: true }
    const attempts: Attempt[] = [steady, { ...steady, sketch: wider, dearer: true }]
    // The steady pair finds most; zero leaves nothing out, so that shrinking loses nothing.
    if (sketch.pick === 0 || sketch.pick % 2 === 1) attempts.push({ sketch }, { sketch: wider, dearer: true })
    const runs: Run[] = []
    let like: Table | undefined
    for (const [i, attempt] of attempts.entries()) {
      const { run, table } = yield { ...attempt, ...(i % 2 === 1 && like ? { like } : {}) }
      like = table
      runs.push(run)
    }
    tellBehaviours(runs[0]!, subject.shape, tally)
    const { violations, compared, pair } = groupCalls(runs)
    for (const slot of compared) tally.saw(`compared ${slot}`)
    if (compared.length > 0) tally.counted()
    const shown = pair === undefined ? attempts : [...new Set(pair)].map((index) => attempts[index]!)
    const call = shown.length > 1 ? 'determinacy(run, twin)' : 'determinacy(run)'
    return { violations: violations.slice(0, 1), attempts: shown, shows: [call, PROPERTIES] }
  },
}

const boundsLaw: SubjectLaw = {
  name: 'bounds',
  statement:
    'Whatever is said to it, it ends within its rounds, calls and budgets, and survives nonsense and failing calls.',
  source: 'docs/deviations.md',
  faults: true,
  *attempt(sketch, { subject, tally }) {
    const budget = subject.budgets ? budgetOf(sketch.pick) : undefined
    const attempt = { sketch, ...(budget === undefined ? {} : { budget }) }
    const { run } = yield attempt
    tellBehaviours(run, subject.shape, tally)
    tally.counted()
    const limits = { most: subject.most, ...budget }
    const shows = [`bounds(run, ${literal(limits)})`, PROPERTIES] as const
    return { violations: bounds(run, limits), attempts: [attempt], shows }
  },
}

function budgetOf(pick: number): Attempt['budget'] {
  if (pick % 4 === 1) return { calls: 1 + ((pick >> 2) % 8) }
  return pick % 4 === 2 ? { tokens: 1 + ((pick >> 2) % 200) } : undefined
}

const resultsLaw: SubjectLaw = {
  name: 'results',
  statement: 'The laws that a composite declares by name hold for every script.',
  source: 'docs/deviations.md',
  faults: true,
  *attempt(sketch, { subject, tally, extra }) {
    const { run } = yield { sketch }
    tellBehaviours(run, subject.shape, tally)
    tally.counted()
    const violations = checkInvariants(run, extra).map(({ message, event, invariant }) => ({
      invariant,
      event,
      message: `${invariant}: ${message}`,
      witness: [],
    }))
    return { violations, attempts: [{ sketch }], shows: ['checkInvariants(run)', 'vitest-tribunal'] }
  },
}

/** The laws of every subject, in the order in which they are tried. */
export const SUBJECT_LAWS: readonly SubjectLaw[] = [
  presenceLaw,
  taintLaw,
  noninterferenceLaw,
  determinacyLaw,
  boundsLaw,
  resultsLaw,
]

// Helpers

/** Whether there is anything that a brief of the run had to carry. */
const owes = ({ events }: Run): boolean =>
  events.some(
    (event) =>
      event.kind === 'run-started' &&
      Object.values(event.composite.slots).some(
        ({ must, primary }) => must.length > 0 || (primary && event.input.task_brief !== undefined),
      ),
  )

function slotAt({ events }: Run, index: number): string {
  const event = events[index]
  return event?.kind === 'slot-called' ? `${event.request.slot}, call ${event.call}` : 'nobody'
}
