/** How much is read: light reads the log, the manifest and file sizes; deep reads all. */
export type Depth = 'light' | 'deep'

/** The overall assessment. Source: shared/seeds/inspector.txt; thresholds in docs/scoring.md. */
export type Verdict = 'pass' | 'partial' | 'fail'

/** How bad a flag is. */
export type Severity = 'info' | 'warning' | 'critical'

/** The inspector's report: exactly the nine keys of its source. */
export interface Inspection {
  readonly run_id: string
  readonly system: string
  readonly depth: Depth
  /** 0 to 100: how faithfully the run was executed. */
  readonly runtime_fidelity: number
  /** 0 to 100: how well the run did what it was for. */
  readonly task_effectiveness: number
  readonly services: readonly ServiceReport[]
  readonly flags: readonly Flag[]
  readonly verdict: Verdict
  /** Two or three sentences of Markdown; text from the run is escaped. */
  readonly summary: string
}

/** One service of the run. */
export interface ServiceReport {
  readonly name: string
  readonly status: 'completed' | 'failed' | 'skipped' | 'pending' | 'unknown'
  /** Times as the run states them with a zone; null where it does not. */
  readonly timing: { readonly started_at: string | null; readonly ended_at: string | null; readonly duration_ms: number | null }
  readonly contract: { readonly satisfied: number; readonly partial: number; readonly violated: number; readonly unevaluable: number }
}

/** One issue, with the evidence for it. */
export interface Flag {
  /** A stable kebab-case name, one of the table in docs/scoring.md. */
  readonly id: string
  readonly severity: Severity
  readonly description: string
  readonly evidence: readonly Evidence[]
  /** Where the cause lies: the program's text, its wiring, or the machine that ran it. */
  readonly layer: 'prose' | 'forme' | 'host-runtime'
}

/** A place in the run directory that shows something. */
export interface Evidence {
  /** Relative to the run directory. */
  readonly path: string
  /** From 1; absent where a whole file is meant. */
  readonly line?: number
  readonly excerpt: string
}

/** The four parts of each score. */
export const FIDELITY_PARTS = ['execution_order', 'binding_integrity', 'vm_log_completeness', 'error_handling'] as const
export const EFFECTIVENESS_PARTS = [
  'output_existence',
  'output_substance',
  'contract_satisfaction',
  'goal_alignment',
] as const

export type FidelityPart = (typeof FIDELITY_PARTS)[number]
export type EffectivenessPart = (typeof EFFECTIVENESS_PARTS)[number]

/** One part of a score: what was counted. */
export interface PartScore {
  /** 0 to 100; null when the contracts declare nothing for it, or light did not look. */
  readonly score: number | null
  readonly weight: number
  /** Held observations, of `of` expected; halves count partial ones. */
  readonly held: number
  readonly of: number
  /** Share of the expected observations that content decided, 0 to 1. */
  readonly decided: number
  readonly observations: readonly Observation[]
}

/** One thing that was looked for. */
export interface Observation {
  readonly what: string
  readonly outcome: 'held' | 'partial' | 'not-held' | 'unevaluable' | 'excused'
  /** The rule that decided it. */
  readonly rule: string
  readonly evidence: readonly Evidence[]
}

/** One score with everything it came from. */
export interface ScoreReport<Part extends string> {
  readonly score: number
  readonly breakdown: { readonly [part in Part]: PartScore }
  /** Weighted mean of the parts that are not null, 0 to 1. */
  readonly raw: number
  /** Share of the weight that was evaluated by content, 0 to 1. */
  readonly k: number
  /** The highest score that could have come out, before bands. */
  readonly ceiling: number
  /** Flag ids or rules that capped the score. */
  readonly capped_by: readonly string[]
}

/** The evaluator's judgment. */
export interface Evaluation {
  readonly runtime_fidelity: ScoreReport<FidelityPart>
  readonly task_effectiveness: ScoreReport<EffectivenessPart>
  readonly flags: readonly Flag[]
  readonly verdict: Verdict
  readonly services: readonly ServiceReport[]
  /** What could not be seen, said plainly. */
  readonly evidence_gaps: readonly string[]
}
