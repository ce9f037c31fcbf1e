import type { Extraction } from '../extraction.ts'
import type { Evaluation, Flag, Inspection, Severity } from '../inspection.ts'
import { boundReport, type Report } from './bound-report.ts'
import { summarise } from './summarise.ts'

/** Stage 4: the report, with exactly the nine keys of its source, worst flags first. */
export function synthesizeRun(extraction: Extraction, judged: Evaluation): Report {
  const evaluation = { ...judged, flags: [...judged.flags].sort(bySeverity) }
  const inspection: Inspection = {
    run_id: extraction.run_id,
    system: extraction.system_name,
    depth: extraction.depth,
    runtime_fidelity: evaluation.runtime_fidelity.score,
    task_effectiveness: evaluation.task_effectiveness.score,
    services: evaluation.services,
    flags: evaluation.flags,
    verdict: evaluation.verdict,
    summary: summarise(extraction, evaluation),
  }
  return boundReport({ inspection, evaluation, extraction })
}

// Helpers

const ORDER: { readonly [severity in Severity]: number } = { critical: 0, warning: 1, info: 2 }

const bySeverity = (a: Flag, b: Flag) => ORDER[a.severity] - ORDER[b.severity]
