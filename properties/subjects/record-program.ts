import type { CompositeDescription } from '../../src/composites/describe.ts'
import { TribunalError } from '../../src/errors.ts'
import { frozenJson } from '../../src/json/deep-freeze.ts'
import { isObject, type JsonObject } from '../../src/json/json.ts'
import { ask } from '../../src/providers/ask.ts'
import { ModelFault, type ModelProvider, type ModelReply, type ModelRequest } from '../../src/providers/model.ts'
import { readReply } from '../../src/run/read-reply.ts'
import type { Run, RunEvent, RunFailure } from '../../src/trace/run.ts'
import { type FailedCall, programFailure } from './program-failure.ts'
import type { Program, ProgramSlot } from './program-options.ts'
import { programRequest } from './program-request.ts'
import { watchProgram } from './watch-program.ts'

/** What a program is run with. */
export interface Recording {
  readonly description: CompositeDescription
  readonly slots: { readonly [slot: string]: ProgramSlot }
  readonly input: { readonly [name: string]: unknown }
  readonly model: ModelProvider
  readonly route: (request: ModelRequest) => string
  /** Calls after which the program is no longer answered. */
  readonly most: number
  /** Milliseconds of real time in which the program may neither ask nor end, 1 or more. */
  readonly patienceMs: number
  /** Is told of a call that is made after the program has ended. */
  readonly onLate?: (slot: string) => void
}

/** How the run of a program fails that has been given up on. */
export const STUCK = 'The program neither asks nor ends any more'

/**
 * Runs a program that is not ours and records what it asks, as if it were a composite. Requests are copied when they are made: what
 * the program does with a conversation afterwards does not change the record.
 */
export async function recordProgram(program: Program, recording: Recording): Promise<Run> {
  const recorder = new ProgramRecorder(recording)
  const { input } = recording
  const ended = (async () => program(input as never, recorder))().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  const watch = watchProgram(recorder, recording.patienceMs)
  const outcome = await Promise.race([ended, recorder.abandoned, watch.stuck])
  watch.stop()
  if (recorder.misuse) throw recorder.misuse
  return recorder.finish(outcome)
}

// Helpers

type Unstamped = RunEvent extends infer E ? (E extends RunEvent ? Omit<E, 'at' | 'scope'> : never) : never

type End = { readonly value: unknown } | { readonly error: unknown } | 'abandoned' | 'stuck'

class ProgramRecorder implements ModelProvider {
  readonly id = 'recorded'
  /** Resolves when the program asks more often than any run should have to. */
  readonly abandoned: Promise<'abandoned'>
  misuse: TribunalError | undefined
  readonly #recording: Recording
  readonly #events: RunEvent[]
  readonly #input: JsonObject
  readonly #counts = new Map<string, number>()
  #calls = 0
  #failed: FailedCall | undefined
  #end: End | undefined
  #abandon: () => void = () => undefined

  constructor(recording: Recording) {
    this.#recording = recording
    this.#input = frozenJson(recording.input) as JsonObject
    this.abandoned = new Promise((resolve) => {
      this.#abandon = () => resolve('abandoned')
    })
    const { description: composite } = recording
    this.#events = [{ at: 0, scope: '', kind: 'run-started', composite, input: this.#input, config: {} }]
  }

  /** How much has happened so far. */
  get happened(): number {
    return this.#events.length
  }

  async respond(given: ModelRequest): Promise<ModelReply> {
    const { route, slots, most, model, onLate } = this.#recording
    if (this.#end !== undefined) {
      if (typeof this.#end === 'object') onLate?.(String(given?.slot))
      return never()
    }
    let request: ModelRequest
    try {
      request = programRequest(given, route, (slot) => Object.hasOwn(slots, slot), Object.keys(slots))
    } catch (error) {
      this.#abandon()
      throw this.#misused(error)
    }
    const { slot } = request
    const call = (this.#counts.get(slot) ?? 0) + 1
    this.#counts.set(slot, call)
    if (++this.#calls > most) {
      this.#abandon()
      return never()
    }
    this.#record({ kind: 'slot-called', slot, call, request })
    const answer = await ask(model, request, {}).catch((error: unknown) => {
      throw this.#misused(error)
    })
    if ('fault' in answer) {
      const { fault } = answer
      const { status } = fault as { readonly status?: number }
      this.#record({ kind: 'slot-failed', slot, call, fault })
      const message = `Slot "${slot}" failed in its call ${call}: ${fault.message}`
      // Without the time to wait before another attempt: programs would really wait, in every try.
      const thrown = new ModelFault(fault.kind, fault.message, { ...(status !== undefined && { status }) })
      this.#failed = { failure: { kind: 'fault', message, scope: '', slot, call, fault }, thrown, outlived: false }
      throw thrown
    }
    if (this.#failed) this.#failed = { ...this.#failed, outlived: true }
    const reply = readReply(answer.reply, slots[slot] as never)
    this.#record({ kind: 'slot-replied', slot, call, reply })
    if (reply.reading) this.#record({ kind: 'decision-read', slot, call, reading: reply.reading })
    return answer.reply
  }

  finish(end: End): Run {
    const failure = this.#failureOf(end)
    const result = failure === null && typeof end === 'object' && 'value' in end ? resultOf(end.value) : null
    this.#record(failure === null ? { kind: 'run-completed', result } : { kind: 'run-failed', failure })
    this.#end = end
    const { name, version } = this.#recording.description
    return {
      header: { runId: 'try', composite: name, version, input: this.#input, config: {}, components: {} },
      events: this.#events,
      status: failure === null ? 'completed' : 'failed',
      result,
      failure,
      usage: { calls: this.#calls, inputTokens: 0, outputTokens: 0 },
    }
  }

  #failureOf(end: End): RunFailure | null {
    const { most } = this.#recording
    if (end === 'abandoned') return { kind: 'budget', message: `The program asks more than ${most} times.`, scope: '' }
    if (end === 'stuck') return { kind: 'composite', message: STUCK, scope: '' }
    return 'error' in end ? programFailure(end.error, this.#failed) : null
  }

  #record(event: Unstamped): void {
    if (this.#end === undefined) this.#events.push({ at: 0, scope: '', ...event } as RunEvent)
  }

  /** Keeps the first misuse, so that the program cannot swallow it. */
  #misused(error: unknown): unknown {
    if (error instanceof TribunalError) this.misuse ??= error
    return error
  }
}

/** Nobody who has been given up on is answered. */
const never = () => new Promise<never>(() => undefined)

const resultOf = (value: unknown): JsonObject => {
  const json = frozenJson(value)
  return isObject(json) ? (json as JsonObject) : { result: json ?? null }
}
