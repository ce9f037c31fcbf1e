import { readVerdict, type VerdictReading } from '../decisions/read-verdict.ts'
import { call, defineComposite, note } from './composite.ts'
import { withhold } from './withhold.ts'

/** What a worker-critic is given. */
export interface WorkerCriticInput {
  /** The task of the worker. */
  readonly task_brief: string
  /** What the critic judges by; reaches the worker only through what the critic makes of it. */
  readonly criteria: string
}

/** How long a worker-critic may go on. */
export interface WorkerCriticConfig {
  /** Rounds before the last attempt is returned with its critique: 1 to 100, 3 by default. */
  readonly max_rounds: number
}

/**
 * One role works, another evaluates; the work is retried until the critic accepts or the rounds run out.
 * Source: openprose/prose composites/worker-critic.md, read as docs/deviations.md says.
 *
 * @example
 * ```ts
 * import { accept, runComposite, scripted, workerCritic } from 'vitest-tribunal'
 *
 * const run = await runComposite(workerCritic, {
 *   input: { task_brief: 'Name a prime.', criteria: 'It is above 10.' },
 *   model: scripted({ worker: ['11'], critic: [accept()] }),
 * })
 * console.log(run.result) // { result: '11', attempts: 1 }
 * ```
 */
export const workerCritic = defineComposite<WorkerCriticInput, WorkerCriticConfig>({
  name: 'worker-critic',
  kind: 'composite',
  version: '0.1.0',
  description: 'Improves a piece of work by evaluating it against criteria until it is accepted or the rounds run out.',
  input: { task_brief: { type: 'string', minLength: 1 }, criteria: { type: 'string', minLength: 1 } },
  config: { max_rounds: { type: 'integer', minimum: 1, maximum: 100, default: 3 } },
  slots: {
    worker: {
      primary: true,
      must: ['task_brief', 'critic.reading.reasoning?', 'critic.reading.suggestions?'],
      sees: ['critic.reading.verdict'],
      requires: 'the task; from the second time on, what was found wanting',
      ensures: 'a result',
      shape: 'do the task',
      output: 'result',
      brief: ({ task_brief, critique }: { task_brief: string; critique?: string }) =>
        critique === undefined
          ? task_brief
          : `${task_brief}\n\nYour last answer was not good enough. What was said about it:\n\n${critique}\n\nAnswer the task anew.`,
    },
    critic: {
      must: ['task_brief', 'criteria', 'worker.text'],
      sees: [],
      requires: 'the task, the criteria and the result',
      ensures: 'a verdict with its reasons, the issues found and suggestions',
      shape: 'evaluate the result by the criteria',
      output: 'verdict',
      decides: readVerdict,
      replySchema: {
        type: 'object',
        properties: {
          verdict: { enum: ['accept', 'reject'] },
          reasoning: { type: 'string' },
          issues: { type: 'array', items: { type: 'string' } },
          suggestions: { type: 'array', items: { type: 'string' } },
        },
        required: ['verdict', 'reasoning', 'issues', 'suggestions'],
        additionalProperties: false,
      },
      brief: ({ task_brief, criteria, result }: { task_brief: string; criteria: string; result: string }) =>
        `Evaluate whether the result below does the task and meets every criterion.\n\nTask:\n${task_brief}\n\n` +
        `Criteria:\n${criteria}\n\nResult:\n${result}\n\n` +
        'Reply with one JSON object: "verdict" ("accept" or "reject"), "reasoning" (text), ' +
        '"issues" and "suggestions" (lists of texts). Accept only without reservation.',
    },
  },
  self: 'count the rounds, pass what was found wanting back to the worker, return what was accepted',
  prohibited: [],
  returns: {
    result: { description: 'the accepted result, or the last one', from: ['worker'] },
    attempts: { description: 'how often the worker was asked' },
    final_critique: { description: 'what was said about the last result', when: 'max_rounds is reached' },
  },
  invariants: [
    'criteria-stay-with-critic',
    'critic-gets-the-task',
    'accepting-ends-at-once',
    'last-critique-returned',
    'roles-unaware',
  ],
  *delegate({ task_brief, criteria }, { max_rounds }) {
    let critique: string | undefined
    for (let attempt = 1; ; attempt++) {
      const work = yield* call('worker', { task_brief, critique })
      const judged = yield* call('critic', { task_brief, criteria, result: work.text })
      const reading = judged.reading as VerdictReading
      if (reading.verdict === 'accept') return { result: work.text, attempts: attempt }
      if (attempt === max_rounds) {
        yield* note({ kind: 'bound-reached', bound: 'max_rounds', limit: max_rounds })
        return { result: work.text, attempts: attempt, final_critique: critiqueOf(reading) }
      }
      const { text, withheld } = renderCritique(reading, criteria)
      if (withheld.length > 0) yield* note({ kind: 'criteria-withheld', slot: 'critic', fields: withheld })
      critique = text
    }
  },
})

// Helpers

const critiqueOf = ({ verdict, reasoning, issues, suggestions }: VerdictReading) => ({
  verdict,
  reasoning,
  issues,
  suggestions,
})

/** What the worker may read of a critique. Joining can rebuild a quote, so the whole is searched once more. */
function renderCritique({ reasoning, suggestions }: VerdictReading, criteria: string) {
  const cleanReasoning = withhold(reasoning, criteria)
  const cleanSuggestions = suggestions.map((suggestion) => withhold(suggestion, criteria))
  const listed = cleanSuggestions.map((suggestion) => `- ${suggestion}`)
  const joined = [cleanReasoning, ...listed].filter((line) => line !== '').join('\n')
  const text = withhold(joined, criteria)
  const withheld: string[] = []
  if (cleanReasoning !== reasoning) withheld.push('reasoning')
  if (cleanSuggestions.some((suggestion, i) => suggestion !== suggestions[i])) withheld.push('suggestions')
  if (text !== joined) withheld.push('critique')
  return { text, withheld }
}
