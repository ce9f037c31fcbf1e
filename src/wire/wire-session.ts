import { TribunalError } from '../errors.ts'
import { faultRecord } from '../providers/ask.ts'
import {
  type CallContext,
  ModelFault,
  type ModelProvider,
  type ModelReply,
  type ModelRequest,
  type ModelSource,
} from '../providers/model.ts'
import type { ScriptSession } from '../providers/scripted.ts'
import { settleReply } from '../providers/settle-reply.ts'
import { CallLog, type OpenCall } from './call-log.ts'
import type { WireTrace } from './wire-trace.ts'

/** What answers the requests that come through a door: a script, or any model. */
export type WireModel = ModelSource | ModelProvider

/** One passage through a model by way of a door: what was asked, what was answered, and whether the two fitted. */
export interface WireSession {
  /** The id of the script, or of the model. */
  readonly id: string
  /** What the script has steps for; empty where the model is no script. */
  readonly slots: readonly string[]
  /** All calls so far, in the order in which they began. */
  readonly trace: WireTrace
  /** What the test did wrong, if anything: a request that no route or no step was made for. No program can swallow it. */
  readonly misuse: Error | undefined
  /**
   * Makes sure that everything fitted: no misuse, and no step left over.
   *
   * @throws TribunalError `unrouted-request`, another misuse, or `script-unused`
   */
  assertSpent(): void
}

/** A session as the doors use it. */
export class OpenSession implements WireSession {
  readonly slots: readonly string[]
  readonly id: string
  readonly #provider: ModelProvider
  readonly #log = new CallLog()
  #misuse: Error | undefined

  constructor(model: WireModel) {
    this.#provider = 'open' in model ? model.open() : model
    this.slots = 'steps' in model ? Object.keys(model.steps as object) : []
    this.id = model.id
  }

  get trace(): WireTrace {
    return this.#log.trace
  }

  get misuse(): Error | undefined {
    return this.#misuse ?? this.#provider.misuse
  }

  assertSpent(): void {
    if (this.misuse) throw this.misuse
    const { assertSpent } = this.#provider as Partial<ScriptSession>
    assertSpent?.call(this.#provider)
  }

  /** Keeps what the test did wrong, the first of it: later calls are its echo. Whoever watches the script hears of it as well. */
  refuse(error: unknown): Error {
    this.#misuse ??= error instanceof Error ? error : noError(error)
    ;(this.#provider as Partial<ScriptSession>).refuse?.(this.#misuse)
    return this.#misuse
  }

  /** Begins a call, or a further attempt of one; see {@link CallLog}. */
  begin(request: ModelRequest, sameness: string, retry?: number): OpenCall {
    return this.#log.begin(request, sameness, retry)
  }

  /** Records a fault that no model had a part in. */
  fail(call: OpenCall, fault: ModelFault): ModelFault {
    this.#log.end(call, { fault: faultRecord(fault) })
    return fault
  }

  /**
   * Asks the model and records what it says.
   *
   * @throws Error the misuse, where the call does not fit the script
   */
  async say(call: OpenCall, context: CallContext = {}): Promise<ModelReply | ModelFault> {
    if (this.misuse) throw this.misuse
    try {
      const said = this.#provider.respond(call.request, context)
      const reply = settleReply('then' in said ? await beforeGivenUp(said, context.signal) : said)
      this.#log.end(call, { reply })
      return reply
    } catch (error) {
      if (this.misuse) throw this.misuse
      if (error instanceof TribunalError) throw this.refuse(error)
      return this.fail(call, error instanceof ModelFault ? error : new ModelFault('transport', wordsOf(error)))
    }
  }
}

// Helpers

/** A model may think for longer than the program waits: then it has said nothing, as if nothing had come. */
function beforeGivenUp<T>(reply: PromiseLike<T>, signal: AbortSignal | undefined): PromiseLike<T> {
  if (signal === undefined) return reply
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new ModelFault('timeout', 'The program gave up before the model had answered.'))
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
    const done = () => signal.removeEventListener('abort', giveUp)
    reply.then(
      (said) => {
        done()
        resolve(said)
      },
      (error) => {
        done()
        reject(error)
      },
    )
  })
}

/** What a route or a classifier throws may be anything. */
const noError = (thrown: unknown) =>
  new TribunalError('invalid-input', `What tells the slots apart threw a value that is no error: ${String(thrown)}.`)

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'The provider threw a value that is no error.'
