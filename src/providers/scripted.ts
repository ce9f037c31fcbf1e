import { TribunalError } from '../errors.ts'
import { hashOf } from '../json/canonical-json.ts'
import { ModelFault, type ModelProvider, type ModelReply, type ModelRequest, type ModelSource } from './model.ts'
import type { Step } from './script-steps.ts'
import { settleReply } from './settle-reply.ts'

/** The replies that a scripted model gives: immutable; each run starts a fresh session of it. */
export interface Script extends ModelSource {
  /** Slot, slot path or component → its steps, in order. */
  readonly steps: { readonly [key: string]: readonly Step[] }
  open(): ScriptSession
}

/** One run's passage through a script; answers at once. */
export interface ScriptSession extends ModelProvider {
  respond(request: ModelRequest): ModelReply
  /**
   * What was wrong with the script, if anything: the first call that did not fit it, or what one of its functions threw.
   * It cannot be swallowed by the program under test.
   */
  readonly misuse: Error | undefined
  /** Steps that nobody asked for. */
  unused(): readonly { readonly key: string; readonly left: number; readonly of: number }[]
  /** Keeps an error of the test's own as the misuse, unless there is one already; for what asks in the program's name. */
  refuse(error: Error): Error
  /**
   * Makes sure that the script fitted: no misuse, no step left over.
   *
   * @throws TribunalError the misuse, or `script-unused`
   */
  assertSpent(): void
}

/**
 * A scripted model: per slot (`critic`), slot path of a nested run (`worker/critic`) or component, an ordered list of steps.
 * A path wins over a component, a component over a slot.
 *
 * @param steps - what each is going to say
 * @throws TribunalError `invalid-input` when a script is no list, or a step neither a reply, a fault nor a function
 *
 * @example
 * ```ts
 * import { accept, reject, scripted } from 'vitest-tribunal'
 *
 * const model = scripted({ worker: ['9', '11'], critic: [reject({ reasoning: '9 is no prime.' }), accept()] })
 * ```
 */
export function scripted(steps: { readonly [key: string]: readonly Step[] }): Script {
  const own = new Map(Object.entries(steps).map(([key, list]) => [key, preparedList(list, key)]))
  let id: string | undefined
  return Object.freeze({
    steps: Object.freeze(Object.fromEntries([...own].map(([key, list]) => [key, Object.freeze([...list])]))),
    get id() {
      // As an object: in which order the keys were written makes no other script.
      id ??= `script-${hashOf(Object.fromEntries([...own].map(([key, list]) => [key, list.map(described)]))).slice(0, 12)}`
      return id
    },
    open(): ScriptSession {
      return new Session(this.id, own)
    },
  })
}

// Helpers

class Session implements ScriptSession {
  misuse: Error | undefined
  readonly id: string
  readonly #steps: ReadonlyMap<string, readonly Step[]>
  readonly #taken = new Map<string, number>()

  constructor(id: string, steps: ReadonlyMap<string, readonly Step[]>) {
    this.id = id
    this.#steps = steps
  }

  respond(request: ModelRequest): ModelReply {
    if (this.misuse) throw this.misuse
    const key = this.#keyOf(request)
    const list = this.#steps.get(key)!
    const taken = this.#taken.get(key) ?? 0
    if (taken >= list.length) throw this.refuse(exhausted(request.slot, key, list.length))
    this.#taken.set(key, taken + 1)
    const step = list[taken]!
    const said = typeof step === 'function' ? this.#computed(step, request, key, taken) : step
    if (said instanceof ModelFault) throw said
    return said as ModelReply
  }

  /** A function of the test's own: what it throws, as a failed expectation, is no fault of the model. */
  #computed(step: ComputedStep, request: ModelRequest, key: string, index: number): Step {
    try {
      return prepared(step(request), key, index)
    } catch (error) {
      if (error instanceof ModelFault) return error
      throw this.refuse(error instanceof Error ? error : new Error(`Step ${index + 1} of "${key}" threw no error.`))
    }
  }

  unused() {
    return [...this.#steps]
      .map(([key, list]) => ({ key, left: list.length - (this.#taken.get(key) ?? 0), of: list.length }))
      .filter(({ left }) => left > 0)
  }

  assertSpent(): void {
    if (this.misuse) throw this.misuse
    const unused = this.unused()
    if (unused.length === 0) return
    const list = unused.map(({ key, left, of }) => `"${key}" has ${left} of ${of} steps left`).join(', ')
    throw new TribunalError(
      'script-unused',
      `Script not used up: ${list}. The program asked less often than the script expects: remove the steps, or find out why it stopped.`,
      { details: { unused } },
    )
  }

  #keyOf(request: ModelRequest): string {
    if (this.#steps.has(request.slot)) return request.slot
    if (this.#steps.has(request.component)) return request.component
    const slot = request.slot.slice(request.slot.lastIndexOf('/') + 1)
    if (this.#steps.has(slot)) return slot
    const keys = [...this.#steps.keys()].map((key) => `"${key}"`).join(', ') || 'nothing'
    throw this.refuse(
      new TribunalError(
        'unscripted-slot',
        `No script for slot "${request.slot}" (component "${request.component}"): the script knows ${keys}. Add a list of steps for it.`,
        { details: { slot: request.slot, component: request.component, scripted: [...this.#steps.keys()] } },
      ),
    )
  }

  refuse(error: Error): Error {
    this.misuse ??= error
    return this.misuse
  }
}

type ComputedStep = Extract<Step, (request: ModelRequest) => unknown>

function preparedList(list: readonly Step[], key: string): readonly Step[] {
  if (Array.isArray(list)) return list.map((step, i) => prepared(step, key, i))
  throw new TribunalError(
    'invalid-input',
    `The script of "${key}" is no list of steps. Write ${key}: [ … ], one step for each call.`,
    { details: { key } },
  )
}

function prepared(step: Step, key: string, index: number): Step {
  if (typeof step === 'function') return step
  if (step instanceof ModelFault) return Object.freeze(step)
  try {
    return settleReply(typeof step === 'string' ? { text: step } : step)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : ''
    throw new TribunalError(
      'invalid-input',
      `Step ${index + 1} of "${key}" is no reply: ${why} Use a text, say(…), accept(), reject(…), decide(…) or fault.….`,
      { details: { key, step: index + 1 }, cause },
    )
  }
}

const described = (step: Step): unknown => {
  if (typeof step === 'function') return { function: String(step) }
  return step instanceof ModelFault ? { fault: { ...step, message: step.message } } : step
}

const exhausted = (slot: string, key: string, steps: number) =>
  new TribunalError(
    'script-exhausted',
    `Script exhausted: slot "${slot}" was called, but the script of "${key}" holds ${steps} ${steps === 1 ? 'step' : 'steps'} and this is its ${ordinal(steps + 1)} call. ` +
      'Add a step, or make the program stop earlier.',
    { details: { slot, key, call: steps + 1, steps } },
  )

function ordinal(n: number): string {
  const tail = n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${tail}`
}
