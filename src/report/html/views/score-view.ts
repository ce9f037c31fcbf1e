import type { Observation, PartScore, ScoreReport } from '../../../inspect/inspection.ts'
import { visibleLine } from '../../visible.ts'
import { type EvidenceView, evidenceView } from './evidence-view.ts'
import { scoreTone, type Tone } from './tone.ts'

/** One score with its parts, as bars. */
export interface ScoreView {
  readonly label: string
  readonly short: string
  readonly score: number
  readonly tone: Tone
  /** How the number came about, in words. */
  readonly how?: string
  readonly parts: readonly PartView[]
}

/** One part of a score. */
export interface PartView {
  readonly label: string
  readonly held: string
  /** 0 to 100; null when it is not counted. */
  readonly score: number | null
  readonly weight: number
  /** Its place in the score's bar, in hundredths: as wide as its weight and filled as far as it held; 0 wide when not counted. */
  readonly x: number
  readonly whole: number
  readonly filled: number
  readonly tone: Tone
  readonly rows?: readonly ObservationView[]
  readonly more?: string
}

type Place = Pick<PartView, 'x' | 'whole' | 'filled'>

/** One thing that was looked for, with its evidence. */
export interface ObservationView {
  readonly tone: Tone
  readonly what: string
  readonly outcome: string
  readonly rule: string
  readonly evidence: readonly EvidenceView[]
}

/**
 * Prepares a score for the page.
 *
 * @param label - the score's name for readers
 * @param short - the same where there is little room
 * @param report - the score with everything it came from
 * @param rows - how many observations of a part are shown: those that did not hold come first
 */
export function scoreView(label: string, short: string, report: ScoreReport<string>, rows: number): ScoreView {
  const parts = Object.entries(report.breakdown)
  const places = placesOf(parts.map(([, part]) => part))
  return {
    label,
    short,
    score: report.score,
    tone: scoreTone(report.score),
    ...(rows > 0 && { how: how(report) }),
    parts: parts.map(([name, part], index) => partView(name, part, places[index]!, rows)),
  }
}

// Helpers

function how({ raw, k, ceiling, capped_by }: ScoreReport<string>): string {
  const sentence = `${percent(raw)} of what counts held; content decided ${percent(k)} of it, so ${Math.round(ceiling)} was the most it could reach.`
  return capped_by.length === 0 ? sentence : `${sentence} Capped by ${capped_by.map(visibleLine).join(', ')}.`
}

const percent = (share: number): string => `${Math.floor(share * 100 + 0.5)}%`

function placesOf(parts: readonly PartScore[]): Place[] {
  const total = parts.reduce((sum, part) => sum + (part.score === null ? 0 : part.weight), 0)
  let x = 0
  return parts.map(({ score, weight }) => {
    if (score === null || total === 0) return { x: 0, whole: 0, filled: 0 }
    const whole = Math.max(0, (100 * weight) / total - GAP)
    const place = { x: tenths(x), whole: tenths(whole), filled: tenths((whole * score) / 100) }
    x += whole + GAP
    return place
  })
}

const tenths = (value: number): number => Math.round(value * 10) / 10

/** Between two parts, in hundredths of the bar. */
const GAP = 0.6

function partView(name: string, part: PartScore, { x, whole, filled }: Place, limit: number): PartView {
  const { score, weight, held, of, observations } = part
  return {
    label: visibleLine(name.replaceAll('_', ' ')),
    held: score === null ? (observations.length > 0 ? 'undecided' : 'not counted') : `${held} of ${of}`,
    score: score === null ? null : Math.round(score),
    weight,
    x,
    whole,
    filled,
    tone: score === null ? 'info' : scoreTone(score),
    ...(limit > 0 && observationViews(observations, limit)),
  }
}

/**
 * Prepares observations for the page: what did not hold comes first.
 *
 * @param observations - of one part, or of one service
 * @param limit - how many are shown
 */
export function observationViews(observations: readonly Observation[], limit: number): Pick<PartView, 'rows' | 'more'> {
  const telling = [...observations].sort((a, b) => OUTCOMES[a.outcome].order - OUTCOMES[b.outcome].order)
  const rest = telling.slice(limit)
  const held = rest.filter(({ outcome }) => outcome === 'held').length
  return {
    rows: telling.slice(0, limit).map(observationView),
    more: rest.length === 0 ? '' : `and ${rest.length} more, ${held} of them held`,
  }
}

const OUTCOMES: { readonly [outcome in Observation['outcome']]: { order: number; tone: Tone; words: string } } = {
  'not-held': { order: 0, tone: 'fail', words: 'not held' },
  partial: { order: 1, tone: 'partial', words: 'partly' },
  unevaluable: { order: 2, tone: 'info', words: 'no rule can decide it' },
  excused: { order: 3, tone: 'info', words: 'excused' },
  held: { order: 4, tone: 'pass', words: 'held' },
}

const observationView = ({ what, outcome, rule, evidence }: Observation): ObservationView => ({
  tone: OUTCOMES[outcome].tone,
  what: visibleLine(what),
  outcome: OUTCOMES[outcome].words,
  rule: visibleLine(rule),
  evidence: evidence.slice(0, 3).map(evidenceView),
})
