import type { Evaluation, Evidence, PartScore, ScoreReport } from '../../src/inspect/inspection.ts'

/** An evaluation as a person reviews it: all that was counted and found, an entry a line, with its evidence. */
export function evaluationInLines(evaluation: Evaluation): string {
  const { verdict, runtime_fidelity, task_effectiveness, flags, services, errors, evidence_gaps } = evaluation
  const lines = [
    `verdict: ${verdict}`,
    ...scoreLines('runtime fidelity', runtime_fidelity),
    ...scoreLines('task effectiveness', task_effectiveness),
    'flags',
    ...flags.flatMap(({ id, severity, layer, description, evidence }) => [
      `  ${severity} ${id} (${layer}): ${description}`,
      ...evidence.map((one) => `    ${shown(one)}`),
    ]),
    'services: satisfied, partial, violated, unevaluable',
    ...services.map(({ name, status, contract }) => `  ${name} ${status}: ${Object.values(contract).join(', ')}`),
    'errors',
    ...errors.map(
      ({ service, error, class: kind, handled_by }) => `  ${service} "${error}" ${kind}, handled by: ${handled_by}`,
    ),
    'gaps',
    ...evidence_gaps.map((gap) => `  ${gap}`),
  ]
  return `${lines.join('\n')}\n`
}

// Helpers

function scoreLines<Part extends string>(name: string, report: ScoreReport<Part>): string[] {
  const { score, raw, k, ceiling, capped_by, breakdown } = report
  const caps = capped_by.length > 0 ? `, capped by ${capped_by.join(', ')}` : ''
  return [
    `${name}: ${score} (raw ${rounded(raw)}, k ${rounded(k)}, ceiling ${rounded(ceiling)}${caps})`,
    ...Object.entries<PartScore>(breakdown).flatMap(([part, counted]) => [
      `  ${part}: ${counted.score}, ${counted.held} of ${counted.of} held; ${counted.declared} declared, ${rounded(counted.decided)} decided; weight ${counted.weight}`,
      ...counted.observations.map(
        ({ what, outcome, rule, decided, evidence }) =>
          `    ${outcome}${decided ? '' : ' (not decided)'}: ${[what, rule, ...evidence.map(shown)].join(' | ')}`,
      ),
    ]),
  ]
}

const shown = ({ path, line, excerpt }: Evidence) =>
  `${path}${line === undefined ? '' : `:${line}`} ${JSON.stringify(excerpt)}`

const rounded = (share: number) => Math.round(share * 10_000) / 10_000
