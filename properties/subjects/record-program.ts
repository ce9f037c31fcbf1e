import type { CompositeDescription } from '../../src/composites/describe.ts'
import { TribunalError } from '../../src/errors.ts'
import { frozenJson } from '../../src/json/deep-freeze.ts'
import { isObject, type JsonObject } from '../../src/json/json.ts'
import { ask } from '../../src/providers/ask.ts'
import { ModelFault, type ModelProvider, type ModelReply, type ModelRequest } from '../../src/providers/model.ts'
import { readReply } from '../../src/run/read-reply.ts'
import type { Run, RunEvent, RunFailure } from '../../src/trace/run.ts'
import type { Program, ProgramSlot } from './program-options.ts'

/** What a program is run with. */
export interface Recording {
  readonly description: CompositeDescription
  readonly slots: { readonly [slot: string]: ProgramSlot }
  readonly input: { readonly [name: string]: unknown }
  readonly model: ModelProvider
  readonly route: (request: ModelRequest) => string
  /** Calls after which the program is no longer answered. */
  readonly most: number
}

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
  const outcome = await Promise.race([ended, recorder.abandoned])
  if (recorder.misuse) throw recorder.misuse
  return recorder.finish(outcome)
}

// Helpers

type Unstamped = RunEvent extends infer E ? (E extends RunEvent ? Omit<E, 'at' | 'scope'> : never) : never

type End = { readonly value: unknown } | { readonly error: unknown } | 'abandoned'

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
  #fault: RunFailure | undefined
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

  async respond(given: ModelRequest): Promise<ModelReply> {
    const { route, slots, most, model } = this.#recording
    const slot = route(given)
    const definition = Object.hasOwn(slots, slot) ? slots[slot]! : this.#refuse(slot)
    const call = (this.#counts.get(slot) ?? 0) + 1
    this.#counts.set(slot, call)
    if (++this.#calls > most) {
      this.#abandon()
      return new Promise(() => undefined)
    }
    const request = frozenJson({ ...given, slot, component: given.component ?? slot, brief: given.brief ?? '' })
    this.#record({ kind: 'slot-called', slot, call, request: request as unknown as ModelRequest })
    const answer = await ask(model, request as unknown as ModelRequest, {}).catch((error: unknown) => {
      if (error instanceof TribunalError) this.misuse ??= error
      throw error
    })
    if ('fault' in answer) {
      const { fault } = answer
      this.#record({ kind: 'slot-failed', slot, call, fault })
      this.#fault = {
        kind: 'fault',
        message: `Slot "${slot}" failed in its call ${call}: ${fault.message}`,
        scope: '',
        slot,
        call,
        fault,
      }
      throw new ModelFault(fault.kind, fault.message)
    }
    const reply = readReply(answer.reply, definition as never)
    this.#record({ kind: 'slot-replied', slot, call, reply })
    if (reply.reading) this.#record({ kind: 'decision-read', slot, call, reading: reply.reading })
    return answer.reply
  }

  finish(end: End): Run {
    const failure = this.#failureOf(end)
    const result = failure === null && end !== 'abandoned' && 'value' in end ? resultOf(end.value) : null
    this.#record(failure === null ? { kind: 'run-completed', result } : { kind: 'run-failed', failure })
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
    if (end === 'abandoned')
      return { kind: 'budget', message: `The program asks more than ${this.#recording.most} times.`, scope: '' }
    if (!('error' in end)) return null
    // A program may let a failing call fail it; anything else that it throws is its own.
    const words = end.error instanceof Error ? `${end.error.name}: ${end.error.message}` : 'a value that is no error'
    return this.#fault ?? { kind: 'composite', message: `The program threw ${words}`, scope: '' }
  }

  #record(event: Unstamped): void {
    this.#events.push({ at: 0, scope: '', ...event } as RunEvent)
  }

  #refuse(slot: string): never {
    const known = Object.keys(this.#recording.slots)
      .map((name) => `"${name}"`)
      .join(', ')
    this.misuse ??= new TribunalError(
      'invalid-input',
      `The program asks slot "${slot}", which is not declared (${known}). Declare it in "slots", or give a "route" that names one of them.`,
    )
    this.#abandon()
    throw this.misuse
  }
}

const resultOf = (value: unknown): JsonObject => {
  const json = frozenJson(value)
  return isObject(json) ? (json as JsonObject) : { result: json ?? null }
}
