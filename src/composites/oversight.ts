import { type DecisionReading, readDecision } from '../decisions/read-decision.ts'
import { call, defineComposite, note } from './composite.ts'

/** What an oversight is given. */
export interface OversightInput {
  /** The task of the actor. */
  readonly task_brief: string
}

/** How long an oversight may go on, and what it makes of a decision that cannot be read. */
export interface OversightConfig {
  /** Cycles before the last outcome is returned: 1 to 100, 3 by default. */
  readonly max_cycles: number
  /** What a decision that cannot be read counts as: `continue` by default. */
  readonly on_unreadable: 'continue' | 'abort'
}

/**
 * An actor acts, an observer looks at the outcome alone, an arbiter decides from the observer's report alone.
 * Source: openprose/prose composites/oversight.md, read as docs/deviations.md says.
 *
 * @example
 * ```ts
 * import { decide, oversight, runComposite, scripted } from 'vitest-tribunal'
 *
 * const run = await runComposite(oversight, {
 *   input: { task_brief: 'Free some disk space.' },
 *   model: scripted({
 *     actor: ['Removed /etc.'],
 *     observer: ['System settings are gone.'],
 *     arbiter: [decide('abort', { reason: 'It destroys data.' })],
 *   }),
 * })
 * console.log(run.result) // { result: 'Removed /etc.', cycles: 1, abort_reason: 'It destroys data.' }
 * ```
 */
export const oversight = defineComposite<OversightInput, OversightConfig>({
  name: 'oversight',
  kind: 'composite',
  version: '0.1.0',
  description: 'Acts, has the outcome looked at by one who knows nothing else, and decides from that report.',
  input: { task_brief: { type: 'string', minLength: 1 } },
  config: {
    max_cycles: { type: 'integer', minimum: 1, maximum: 100, default: 3 },
    on_unreadable: { enum: ['continue', 'abort'], default: 'continue' },
  },
  slots: {
    actor: {
      primary: true,
      must: ['task_brief', 'arbiter.reading.adjustment?'],
      sees: ['arbiter.reading.decision'],
      requires: 'the task; after an adjustment, what to do differently',
      ensures: 'an outcome',
      shape: 'do the task',
      output: 'outcome',
      textField: 'outcome',
      brief: ({ task_brief, adjustment }: { task_brief: string; adjustment?: string }) =>
        adjustment === undefined ? task_brief : `${task_brief}\n\nMind this as well:\n${adjustment}`,
    },
    observer: {
      must: ['task_brief', 'actor.text'],
      sees: [],
      requires: 'the task and the outcome',
      ensures: 'an independent analysis of the outcome',
      shape: 'analyse the outcome',
      output: 'report',
      brief: ({ task_brief, outcome }: { task_brief: string; outcome: string }) =>
        `Analyse, from what is written here alone, how far this outcome does the task and what it would cause.\n\n` +
        `Task:\n${task_brief}\n\nOutcome:\n${outcome}`,
    },
    arbiter: {
      must: ['task_brief', 'observer.text'],
      sees: [],
      requires: 'the task and the report',
      ensures: 'a decision: continue, adjust or abort',
      shape: 'decide from the report',
      output: 'decision',
      decides: readDecision,
      replySchema: {
        type: 'object',
        properties: {
          decision: { enum: ['continue', 'adjust', 'abort'] },
          adjustment: { type: 'string' },
          reason: { type: 'string' },
        },
        required: ['decision'],
        additionalProperties: false,
      },
      brief: ({ task_brief, report }: { task_brief: string; report: string }) =>
        `Decide from the report below, and from nothing else, how the task goes on.\n\n` +
        `Task:\n${task_brief}\n\nReport:\n${report}\n\n` +
        'Reply with one JSON object: "decision" ("continue", "adjust" or "abort"), ' +
        '"adjustment" (what to do differently, with "adjust" only) and "reason" (text).',
    },
  },
  self: 'count the cycles, pass each role what it may know, keep the roles apart',
  prohibited: [],
  returns: {
    result: { description: 'the last outcome', from: ['actor'] },
    cycles: { description: 'how often the actor was asked' },
    abort_reason: { description: 'why it was aborted', when: 'the arbiter aborts' },
  },
  invariants: [
    'outcome-only-observer',
    'report-only-arbiter',
    'aborting-ends-at-once',
    'last-outcome-returned',
    'adjustment-on-original',
    'roles-unaware',
  ],
  *delegate({ task_brief }, { max_cycles, on_unreadable }) {
    let adjustment: string | undefined
    for (let cycle = 1; ; cycle++) {
      const acted = yield* call('actor', { task_brief, adjustment })
      const observed = yield* call('observer', { task_brief, outcome: acted.text })
      const decided = yield* call('arbiter', { task_brief, report: observed.text })
      const reading = decided.reading as DecisionReading
      const decision = reading.decision === 'unreadable' ? on_unreadable : reading.decision
      if (decision === 'abort')
        return { result: acted.text, cycles: cycle, abort_reason: reading.reason || decided.text }
      if (cycle === max_cycles) {
        const unapplied = decision === 'adjust' ? { unapplied: 'arbiter.reading.adjustment' } : {}
        yield* note({ kind: 'bound-reached', bound: 'max_cycles', limit: max_cycles, ...unapplied })
        return { result: acted.text, cycles: cycle }
      }
      // An adjustment without words clears the one before.
      if (decision === 'adjust') adjustment = reading.adjustment || undefined
    }
  },
})
