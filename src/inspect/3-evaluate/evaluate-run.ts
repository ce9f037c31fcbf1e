import { TribunalError } from '../../errors.ts'
import type { Material } from '../2-extract/material.ts'
import type { ChildReport, Evaluation, Flag, UpstreamReport } from '../inspection.ts'
import { buildCase } from './build-case.ts'
import type { Case } from './case.ts'
import { effectivenessParts, outcomeOf } from './effectiveness-parts.ts'
import { atFile } from './evidence.ts'
import { fidelityParts } from './fidelity-parts.ts'
import { arbitrationFlags } from './flags/arbitration-flags.ts'
import { clauseFlags } from './flags/clause-flags.ts'
import { errorFlags } from './flags/error-flags.ts'
import { flag, worstFirst } from './flags/flag-table.ts'
import { outputFlags } from './flags/output-flags.ts'
import { runFlags } from './flags/run-flags.ts'
import { shapeFlags } from './flags/shape-flags.ts'
import { upstreamFlags } from './flags/upstream-flags.ts'
import { logOf } from './log-of.ts'
import { type Cap, GOAL_MISSED, scoreOf } from './score.ts'
import { errorReports, serviceReports } from './service-reports.ts'
import { verdictOf } from './verdict-of.ts'

/**
 * Stage 3: judges what was read; pure.
 *
 * @param children - what came of the runs inside this one, to be told
 * @param upstream - what came of the runs that this one took inputs from
 * @throws TribunalError `insufficient-data` when one of the scores has nothing to go by
 */
export function evaluateRun(
  material: Material,
  children: readonly ChildReport[],
  upstream: readonly UpstreamReport[],
): Evaluation {
  const subject = buildCase(material)
  const flags = worstFirst([
    ...runFlags(subject),
    ...outputFlags(subject),
    ...errorFlags(subject),
    ...shapeFlags(subject),
    ...clauseFlags(subject),
    ...upstreamFlags(material, upstream),
    ...arbitrationFlags(subject),
  ])
  const fidelity = fidelityParts(subject)
  const effectiveness = effectivenessParts(subject)
  for (const [name, parts] of [
    ['runtime_fidelity', fidelity],
    ['task_effectiveness', effectiveness],
  ] as const)
    if (Object.values(parts).every((part) => part.of === 0)) throw insufficient(name, material)
  const { completed } = material.status
  const runtime = scoreOf('fidelity', fidelity, 85, material.depth, flags)
  const task = scoreOf('effectiveness', effectiveness, 80, material.depth, flags, ...goalCaps(subject, flags))
  const verdict = verdictOf(runtime.score, task.score, completed, flags)
  const shown =
    verdict === 'fail' && !flags.some(({ severity }) => severity === 'critical')
      ? [lowScore(material), ...flags]
      : flags
  return {
    runtime_fidelity: runtime,
    task_effectiveness: task,
    flags: shown,
    verdict,
    services: serviceReports(subject),
    errors: errorReports(subject),
    children,
    upstream,
    evidence_gaps: material.gaps,
  }
}

// Helpers

/**
 * A run whose goal is missed altogether cannot be effective, whatever else it left. Nor can a loop whose end nobody wrote
 * down count as one that ended well: a log cut short would hide that a bound had stopped it.
 */
function goalCaps(subject: Case, flags: readonly Flag[]): readonly Cap[] {
  const { status, wiring } = subject.material
  const outcomes = subject.rootClauses.map((clause) => outcomeOf(null, clause, subject))
  const decided = outcomes.filter((outcome) => outcome !== 'excused' && outcome !== 'unevaluable')
  const missed = decided.length > 0 && decided.every((outcome) => outcome === 'not-held')
  const untold = !status.completed && wiring.services.some(({ loops }) => loops)
  return [
    { by: 'root-output-missing', at: GOAL_MISSED, when: flags.some(({ id }) => id === 'root-output-missing') },
    { by: 'no root clause satisfied', at: GOAL_MISSED, when: missed },
    { by: 'incomplete-run', at: 85, when: untold },
  ].filter(({ when }) => when)
}

/** Many small faults can sink a run; a fail must still say so with a critical flag. */
const lowScore = (material: Material): Flag => ({
  ...flag(
    'conflicting-evidence',
    'The run says it completed, but what it left bears that out for less than 40 of 100.',
    [atFile(logOf(material), material.status.text)],
  ),
  severity: 'critical',
})

const insufficient = (score: string, material: Material) =>
  new TribunalError(
    'insufficient-data',
    `Nothing in run "${material.runId}" can be evaluated for ${score}: its manifest and contracts declare too little. Inspect it deep, or give the whole run directory.`,
    { details: { score } },
  )
