/** How much is read: light reads the log, the manifest and file sizes; deep reads all. */
export type Depth = 'light' | 'deep'

/** The overall assessment. Source: openprose/prose evals/inspector.prose.md; thresholds in docs/scoring.md. */
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
  readonly timing: {
    readonly started_at: string | null
    readonly ended_at: string | null
    readonly duration_ms: number | null
  }
  readonly contract: {
    readonly satisfied: number
    readonly partial: number
    readonly violated: number
    readonly unevaluable: number
  }
}

/** The stable names of the issues that an inspection can raise; docs/scoring.md says what each means. */
export type FlagId =
  | 'incomplete-run'
  | 'missing-artifact'
  | 'root-output-missing'
  | 'root-output-placeholder'
  | 'missing-output'
  | 'empty-output'
  | 'order-violated'
  | 'marked-without-output'
  | 'unhandled-error'
  | 'path-outside-run'
  | 'receipt-broken'
  | 'arbitration-outside-list'
  | 'root-clause-violated'
  | 'clause-violated'
  | 'placeholder-output'
  | 'output-without-mark'
  | 'error-without-mark'
  | 'mark-without-error-file'
  | 'undeclared-error'
  | 'shape-violated'
  | 'stale-binding'
  | 'parallel-unbalanced'
  | 'manifest-irregular'
  | 'unreadable-decision'
  | 'conflicting-evidence'
  | 'arbitration-broken'
  | 'budget-exhausted'
  | 'handled-error'
  | 'clause-unevaluable'
  | 'duplicate-completion'
  | 'resumed-run'
  | 'timing-unknown'
  | 'arbitration-default'

/** One issue, with the evidence for it. */
export interface Flag {
  readonly id: FlagId
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

/** The name of a part of runtime fidelity. */
export type FidelityPart = (typeof FIDELITY_PARTS)[number]
/** The name of a part of task effectiveness. */
export type EffectivenessPart = (typeof EFFECTIVENESS_PARTS)[number]

/** One part of a score: what was counted. */
export interface PartScore {
  /** 0 to 100; null when the contracts declare nothing for it, when no rule could decide any of it, or when light did not look. */
  readonly score: number | null
  readonly weight: number
  /** Held observations, of `of` that were decided; halves count partial ones. */
  readonly held: number
  readonly of: number
  /** What the manifest and the contracts declare for it, excused ones left out; 0 when they declare nothing. */
  readonly declared: number
  /** Share of the declared observations that content decided, 0 to 1. */
  readonly decided: number
  readonly observations: readonly Observation[]
}

/** One thing that was looked for. */
export interface Observation {
  readonly what: string
  readonly outcome: 'held' | 'partial' | 'not-held' | 'unevaluable' | 'excused'
  /** The rule that decided it. */
  readonly rule: string
  /** False where content did not decide it: it may count, but it lowers `k`. */
  readonly decided: boolean
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

/** Where an error comes from, as far as its name and the contracts tell. */
export type ErrorClass = 'declared' | 'undeclared' | 'missing-env' | 'missing-tool' | 'budget' | 'transport' | 'unknown'

/** One failure of a service. */
export interface ErrorReport {
  readonly service: string
  /** The error's name, '' when it has none. */
  readonly error: string
  readonly class: ErrorClass
  /** The clause that covers it, or null. */
  readonly handled_by: string | null
}

/** A run inside a run: what its own inspection gave. */
export interface ChildReport {
  /** Relative to the run that holds it. */
  readonly path: string
  readonly run_id: string
  /** Null when it could not be inspected. */
  readonly verdict: Verdict | null
  readonly runtime_fidelity: number | null
  readonly task_effectiveness: number | null
  /** Why it could not be inspected, or null. */
  readonly error: string | null
  readonly children: readonly ChildReport[]
}

/** A run that this one took inputs from: what its own inspection gave. */
export interface UpstreamReport {
  readonly run_id: string
  /** Whether that run completed; null when it could not be inspected. */
  readonly completed: boolean | null
  readonly verdict: Verdict | null
  readonly runtime_fidelity: number | null
  readonly task_effectiveness: number | null
  /**
   * Why it was not inspected, or null: `not-followed` where no runs root was given or the trail is too long, `not-found`, `outside-root`
   * for an id that is no name, `circular`, or the code of the error.
   */
  readonly error: string | null
  /** Those that it took inputs from in turn; told once, where a run is met first. */
  readonly upstream: readonly UpstreamReport[]
}

/** The evaluator's judgment. */
export interface Evaluation {
  readonly runtime_fidelity: ScoreReport<FidelityPart>
  readonly task_effectiveness: ScoreReport<EffectivenessPart>
  readonly flags: readonly Flag[]
  readonly verdict: Verdict
  readonly services: readonly ServiceReport[]
  /** Failures that no later completion made good. */
  readonly errors: readonly ErrorReport[]
  /** Runs inside this one; deep only. They change nothing of its scores. */
  readonly children: readonly ChildReport[]
  /** Runs that this one took inputs from; deep only. They change nothing of its parts. */
  readonly upstream: readonly UpstreamReport[]
  /** What could not be seen, said plainly. */
  readonly evidence_gaps: readonly string[]
}
