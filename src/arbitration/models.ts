import { TribunalError } from '../errors.ts'
import { type Answer, ask, type Clock } from '../providers/ask.ts'
import type { ModelProvider, ModelSource } from '../providers/model.ts'
import type { ArbitrationInput } from './contract.ts'
import type { Fault } from './fault.ts'
import type { Batches } from './lockstep.ts'

/** What may be asked: a provider, or a script, which is opened anew for each decision. */
export type Model = ModelProvider | ModelSource

/** How the models are reached. */
export interface CallOptions {
  /** Aborts the calls; the decision then falls to the default. */
  readonly signal?: AbortSignal
  /** Real time, for real clients; by default time is virtual and moves by what the replies say. */
  readonly clock?: Clock
}

/**
 * Opens the models that a decision asks, or says which cannot be asked. The same source is opened once.
 *
 * @param models - path in the options → model
 */
export function openModels(models: readonly (readonly [path: string, model: unknown])[]): {
  readonly providers: readonly ModelProvider[]
  readonly faults: readonly Fault[]
} {
  const opened = new Map<unknown, ModelProvider>()
  const faults: Fault[] = []
  for (const [path, model] of models) {
    if (opened.has(model)) continue
    const provider = openOne(model)
    if (provider) opened.set(model, provider)
    else faults.push({ code: 'no-model', path, message: 'is no script and no provider with respond()' })
  }
  return { providers: faults.length > 0 ? [] : models.map(([, model]) => opened.get(model)!), faults }
}

/**
 * Makes the calls that a decision asks for, those of one group side by side.
 *
 * @param batches - the decision
 * @param providers - sample n asks number n modulo their count
 * @param input - its `timeout_sec` limits each call
 * @param options - signal and clock
 * @throws TribunalError only what a script throws that does not fit the calls
 */
export async function askAll<T>(
  batches: Batches<T>,
  providers: readonly ModelProvider[],
  input: ArbitrationInput,
  { signal, clock }: CallOptions,
): Promise<T> {
  const limits = {
    ...(input.timeout_sec === undefined ? {} : { deadlineMs: input.timeout_sec * 1000 }),
    ...(signal === undefined ? {} : { signal }),
    ...(clock === undefined ? {} : { clock }),
  }
  let step = batches.next([])
  while (!step.done) {
    const calls = step.value.map(({ sample, request }) => ask(providers[sample % providers.length]!, request, limits))
    const answers: readonly Answer[] = await Promise.all(calls)
    step = batches.next(answers)
  }
  return step.value
}

// Helpers

function openOne(model: unknown): ModelProvider | undefined {
  try {
    const { open, respond } = (model ?? {}) as Partial<ModelSource & ModelProvider>
    if (typeof open === 'function') return (model as ModelSource).open()
    return typeof respond === 'function' ? (model as ModelProvider) : undefined
  } catch (error) {
    if (error instanceof TribunalError) throw error
    return undefined
  }
}
