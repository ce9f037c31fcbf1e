import type { FaultRecord } from '../providers/model.ts'
import type { EventOf, RunEvent, RunFailure, Scope } from '../trace/run.ts'

/** Limits of a whole run, nested runs included. */
export interface Budget {
  /** Calls of a model, 1 or more; 10,000 by default, so that no run can fail to end. */
  readonly calls?: number
  /** Input and output tokens together, 1 or more; no limit by default. */
  readonly tokens?: number
}

/** A call that the shell is to make: the event of it, which the shell records as it goes out. */
export type Pending = EventOf<'slot-called'>

/** What a run has done so far: its events, its virtual time and what it has used up. */
export class Recorder {
  readonly events: RunEvent[] = []
  /** Milliseconds since the run began. */
  now = 0
  inputTokens = 0
  outputTokens = 0
  /** Calls that went out. */
  asked = 0
  /** Set once a call has failed: nothing else is called. */
  stopping = false
  /** Set by the shell once the run's signal has fired: what has not gone out stays in. */
  aborted = false
  #reserved = 0
  #asks = 0
  readonly #calls: number
  readonly #tokens: number

  constructor(budget: Budget = {}) {
    this.#calls = budget.calls ?? 10_000
    this.#tokens = budget.tokens ?? Number.POSITIVE_INFINITY
  }

  record(event: RunEvent): void {
    this.events.push(Object.freeze(event))
  }

  called(pending: Pending): void {
    this.asked++
    this.record(pending)
  }

  /** Counts what a composite asks for, notes and nested runs included; false once it asks without end. */
  mayAsk(): boolean {
    return ++this.#asks <= MAX_ASKS
  }

  /** Reserves one call; names the bound that forbids it, if one does. */
  reserve(): { readonly bound: 'calls' | 'tokens'; readonly limit: number } | undefined {
    if (this.#reserved >= this.#calls) return { bound: 'calls', limit: this.#calls }
    if (this.inputTokens + this.outputTokens >= this.#tokens) return { bound: 'tokens', limit: this.#tokens }
    this.#reserved++
    return undefined
  }
}

/** No budget stops a composite that only notes, or nests without ever calling a model: this does. */
export const MAX_ASKS = 100_000

/** Writes the failure that a failed call makes of its run. */
export const faultFailure = (scope: Scope, slot: string, call: number, fault: FaultRecord): RunFailure =>
  Object.freeze({
    kind: fault.kind === 'aborted' ? 'aborted' : 'fault',
    message: `Slot "${slot}" failed in its call ${call}: ${fault.message}`,
    scope,
    slot,
    call,
    fault,
  })
