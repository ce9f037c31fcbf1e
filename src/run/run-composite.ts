import type { AnyComposite, Composite } from '../composites/composite.ts'
import { TribunalError } from '../errors.ts'
import { hashOf } from '../json/canonical-json.ts'
import { isObject, type Json } from '../json/json.ts'
import { type Answer, ask, askNow, type Clock } from '../providers/ask.ts'
import type { ModelProvider, ModelSource } from '../providers/model.ts'
import type { Run } from '../trace/run.ts'
import { execute, type Outcome } from './execute.ts'
import { type Components, type Plan, planRun } from './plan.ts'
import { type Budget, Recorder } from './recorder.ts'

/** What a run is given. */
export interface RunOptions<Input = { readonly [name: string]: Json }, Config = { readonly [name: string]: Json }> {
  /** The composite's inputs. */
  readonly input: Input
  /** Its config; what is left out has its default. */
  readonly config?: Partial<Config>
  /** A script, or a provider of your own. */
  readonly model: ModelProvider | ModelSource
  /** Slot → name of the model role that fills it, or a binding of another composite. */
  readonly components?: Components
  /** Limits of the whole run. */
  readonly budget?: Budget
  /** Time that each call may take, in milliseconds, above 0; no limit by default. */
  readonly deadlineMs?: number
  /** Aborts the run: it fails with `aborted`. */
  readonly signal?: AbortSignal
  /** Real time, for real clients; by default time is virtual and moves by what the replies say. */
  readonly clock?: Clock
  /** The run's id; by default a hash of composite, input, config, components and model. */
  readonly id?: string
}

/**
 * Runs a composite and records everything that happens.
 *
 * @param composite - what to run
 * @param options - its input and config, the model, limits
 * @returns the run: a subject that fails is data in it
 * @throws TribunalError `invalid-input` naming every offending path, before any call; `script-exhausted` or `unscripted-slot` when the
 * script does not fit; `invalid-composite` when the composite calls a slot that it does not declare
 *
 * @example
 * ```ts
 * import { accept, reject, runComposite, scripted, workerCritic } from 'vitest-tribunal'
 *
 * const run = await runComposite(workerCritic, {
 *   input: { task_brief: 'Name a prime.', criteria: 'It is above 10.' },
 *   model: scripted({ worker: ['7', '11'], critic: [reject({ reasoning: '7 is too small.' }), accept()] }),
 * })
 * console.log(run.result) // { result: '11', attempts: 2 }
 * ```
 */
export async function runComposite<Input, Config>(
  composite: Composite<Input, Config>,
  options: RunOptions<NoInfer<Input>, NoInfer<Config>>,
): Promise<Run> {
  const started = start(composite, options as RunOptions)
  const { recorder, provider } = started
  const began = options.clock?.now() ?? 0
  recorder.aborted = options.signal?.aborted === true
  let step = started.execution.next()
  while (!step.done) {
    for (const pending of step.value) recorder.called(pending)
    const answers =
      step.value.length === 1
        ? [await ask(provider, step.value[0]!.request, options)]
        : await Promise.all(step.value.map(({ request }) => ask(provider, request, options)))
    tick(recorder, answers, options.clock && options.clock.now() - began)
    recorder.aborted = options.signal?.aborted === true
    step = started.execution.next(answers)
  }
  return finish(started, step.value)
}

/**
 * Runs a composite at once, without promises: for property tests, where tries are many.
 * The same definition, events and result as {@link runComposite}, whose options it takes except signal and clock.
 *
 * @param composite - what to run
 * @param options - as for `runComposite`; the model must answer at once, as a script does
 * @throws TribunalError as `runComposite`; `invalid-input` when the provider returns a promise
 *
 * @example
 * ```ts
 * import { proposerAdversary, runCompositeSync, scripted } from 'vitest-tribunal'
 *
 * const run = runCompositeSync(proposerAdversary, {
 *   input: { task_brief: 'Name a prime.' },
 *   model: scripted({ proposer: ['9'], adversary: ['It is 3 × 3.'] }),
 * })
 * console.log(run.status) // completed
 * ```
 */
export function runCompositeSync<Input, Config>(
  composite: Composite<Input, Config>,
  options: Omit<RunOptions<NoInfer<Input>, NoInfer<Config>>, 'signal' | 'clock'>,
): Run {
  const started = start(composite, options as RunOptions)
  const { recorder, provider } = started
  let step = started.execution.next()
  while (!step.done) {
    for (const pending of step.value) recorder.called(pending)
    const answers = step.value.map(({ request }) => askNow(provider, request, options))
    tick(recorder, answers, undefined)
    step = started.execution.next(answers)
  }
  return finish(started, step.value)
}

// Helpers

function start(composite: AnyComposite, options: RunOptions) {
  if (!isObject(composite) || typeof composite.delegate !== 'function' || !isObject(options))
    throw new TribunalError(
      'invalid-input',
      'A run needs a composite, as workerCritic or what defineComposite gives, and its options: { input, model }. Nothing was called.',
    )
  const plan = planRun(composite, options as never, faultsOf(options))
  const provider = 'open' in options.model ? options.model.open() : options.model
  const recorder = new Recorder(options.budget)
  return { plan, provider, recorder, execution: execute(plan, '', recorder), id: options.id, model: options.model.id }
}

function faultsOf({ budget, deadlineMs, id, model }: RunOptions): string[] {
  const faults: string[] = []
  for (const name of ['calls', 'tokens'] as const)
    if (!isAtLeast(1, budget?.[name])) faults.push(`budget.${name} must be a number from 1 up`)
  for (const name of Object.keys(budget ?? {}))
    if (name !== 'calls' && name !== 'tokens') faults.push(`budget.${name} is unknown (calls, tokens)`)
  if (!isAtLeast(Number.MIN_VALUE, deadlineMs)) faults.push('deadlineMs must be a number above 0')
  // An id becomes part of a log's first line.
  if (id !== undefined && !/^\S{1,200}$/.test(id)) faults.push('id must be 1 to 200 characters without white space')
  if (!isObject(model) || (typeof model.respond !== 'function' && typeof model.open !== 'function'))
    faults.push('model must be a script, or a provider with respond()')
  return faults
}

const isAtLeast = (least: number, value: unknown): boolean =>
  value === undefined || (typeof value === 'number' && value >= least)

/** Side by side, calls take as long as the longest of them. */
function tick(recorder: Recorder, answers: readonly Answer[], realMs: number | undefined): void {
  if (realMs !== undefined) recorder.now = realMs
  else {
    let longest = 0
    for (const answer of answers) {
      const elapsed = 'reply' in answer ? answer.reply.elapsedMs : answer.elapsedMs
      if (elapsed !== undefined && elapsed > longest) longest = elapsed
    }
    recorder.now += longest
  }
}

function finish({ plan, recorder, id, model }: ReturnType<typeof start>, outcome: Outcome): Run {
  const { composite, input, config } = plan
  const failure = 'failure' in outcome ? outcome.failure : null
  return Object.freeze({
    header: Object.freeze({
      runId: id ?? `run-${hashOf([outlineOf(plan), model]).slice(0, 12)}`,
      composite: composite.name,
      version: composite.version,
      input,
      config,
      components: plan.components,
    }),
    events: Object.freeze(recorder.events),
    status: failure === null ? 'completed' : 'failed',
    result: 'result' in outcome ? outcome.result : null,
    failure,
    usage: Object.freeze({
      calls: recorder.asked,
      inputTokens: recorder.inputTokens,
      outputTokens: recorder.outputTokens,
    }),
  })
}

/** All that tells one run from another besides the model: the composite, and what fills its slots. */
const outlineOf = ({ composite, input, config, slots }: Plan): object => ({
  composite: composite.name,
  version: composite.version,
  input,
  config,
  slots: Object.fromEntries(
    Object.entries(slots).map(([name, { component, nested }]) => [name, nested ? outlineOf(nested) : component]),
  ),
})
