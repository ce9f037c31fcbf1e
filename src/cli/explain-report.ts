import { reachedScore } from '../inspect/3-evaluate/score.ts'
import {
  EFFECTIVENESS_PARTS,
  type EffectivenessPart,
  FIDELITY_PARTS,
  type FidelityPart,
  type Observation,
  type PartScore,
  type ScoreReport,
} from '../inspect/inspection.ts'
import { visibleLine } from '../report/visible.ts'
import { placeLine } from './describe-run.ts'
import type { Palette } from './palette.ts'
import type { FoundReport } from './subjects/find-report.ts'

/** The name of one part of either score. */
export type PartName = FidelityPart | EffectivenessPart

/** All parts, in the order of docs/scoring.md. */
export const PART_NAMES: readonly PartName[] = [...FIDELITY_PARTS, ...EFFECTIVENESS_PARTS]

/** Which score a part belongs to. */
export const scoreNameOf = (part: PartName): 'runtime_fidelity' | 'task_effectiveness' =>
  (FIDELITY_PARTS as readonly string[]).includes(part) ? 'runtime_fidelity' : 'task_effectiveness'

/** One part of a report. */
export const partIn = ({ evaluation }: FoundReport, part: PartName): PartScore =>
  ({ ...evaluation.runtime_fidelity.breakdown, ...evaluation.task_effectiveness.breakdown })[part]

/** Says how one part came about: each observation with its rule and place, then what it does to the score. */
export function describePart(report: FoundReport, name: PartName, palette: Palette, columns?: number): string[] {
  const part = partIn(report, name)
  const score = scoreNameOf(name)
  const counted = part.observations.filter(({ outcome }) => outcome !== 'excused').length
  const cut = part.declared - counted
  return [
    `${palette.bold(name)} ${countOf(part)}`,
    '',
    ...part.observations.flatMap((observation) =>
      observationLines(observation, palette, columns || Number.POSITIVE_INFINITY),
    ),
    ...(cut > 0 ? [`  … and ${cut} more that the report has no room for`] : []),
    ...(part.observations.length === 0 ? [`  ${NOTHING}`] : []),
    '',
    ...describeScore(score, report.evaluation[score], palette),
  ]
}

/** Says how one score comes from its parts, and what caps it. */
export function describeScore(
  name: 'runtime_fidelity' | 'task_effectiveness',
  { score, breakdown, raw, k, ceiling, capped_by }: ScoreReport<FidelityPart> | ScoreReport<EffectivenessPart>,
  palette: Palette,
): string[] {
  const parts = Object.entries<PartScore>(breakdown)
  const seen = parts.filter(([, part]) => part.of > 0)
  const weight = seen.reduce((sum, [, part]) => sum + part.weight, 0)
  const reached = reachedScore(ceiling, raw)
  return [
    `${palette.bold(name)} ${palette.bold(String(score))}`,
    ...parts.map(([part, { score, weight, held, of }]) =>
      `  ${part.padEnd(21)}  ${String(score ?? '–').padStart(3)}  weight ${String(weight).padStart(2)}  ${of > 0 ? `${held} of ${of}` : 'left out'}`.trimEnd(),
    ),
    `  raw      ${rounded(raw)} = (${seen.map(([, part]) => `${part.weight}·${part.held}/${part.of}`).join(' + ')}) / ${weight}`,
    `  ceiling  ${rounded(ceiling)}, as content decided ${rounded(100 * k)}% of the weight`,
    `  reached  ${reached} = ⌊${rounded(ceiling)} · ${rounded(raw)} + ½⌋`,
    ...(capped_by.length === 0 ? [] : [`  capped   at ${score} by ${capped_by.join(', ')}`]),
  ]
}

// Helpers

const NOTHING = 'Nothing is declared for it, or this depth does not look at it: it is left out of the score.'

const rounded = (number: number): string => String(Math.round(number * 10_000) / 10_000)

const countOf = ({ score, held, of }: PartScore): string =>
  score === null ? 'has no number' : `${score} = ${held} of ${of} that count`

const OUTCOMES: { readonly [outcome in Observation['outcome']]: string } = {
  held: 'held',
  partial: 'half held',
  'not-held': 'not held',
  unevaluable: 'undecided',
  excused: 'excused',
}

function observationLines(
  { what, outcome, rule, decided, evidence }: Observation,
  palette: Palette,
  width: number,
): string[] {
  const tone = {
    held: palette.green,
    partial: palette.yellow,
    'not-held': palette.red,
    unevaluable: palette.dim,
    excused: palette.dim,
  }[outcome]
  const aside =
    outcome === 'excused'
      ? '; does not count'
      : outcome === 'unevaluable'
        ? '; does not count, lowers the ceiling'
        : decided
          ? ''
          : '; not decided by content, lowers the ceiling'
  return [
    `  ${tone(OUTCOMES[outcome].padEnd(9))}  ${visibleLine(what)}`,
    `             ${palette.dim(`by: ${visibleLine(rule)}${aside}`)}`,
    ...evidence.map((place) => `             ${placeLine(place, palette, width - 13)}`),
  ]
}
