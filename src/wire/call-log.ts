import { deepFreeze } from '../json/deep-freeze.ts'
import type { FaultRecord, ModelRequest } from '../providers/model.ts'
import type { WireAttempt, WireTrace } from './wire-trace.ts'

/** A call that is going on. */
export interface OpenCall {
  readonly slot: string
  readonly call: number
  readonly request: ModelRequest
  readonly attempts: WireAttempt[]
  /** What tells a repetition of the request: its body. */
  readonly sameness: string
}

/**
 * The calls of a session. A request is a further attempt of a call, and no call of its own, when it repeats the body of one that has
 * just failed in a way that clients try again, and its client either counts it as a retry or does not count.
 */
export class CallLog {
  readonly #calls: OpenCall[] = []
  readonly #counts = new Map<string, number>()
  /** Body → calls whose last attempt failed and may be tried again. */
  readonly #failed = new Map<string, OpenCall[]>()

  /**
   * Begins a call, or another attempt of one.
   *
   * @param retry - how many times its client says it has tried before; undefined where it does not say
   */
  begin(request: ModelRequest, sameness: string, retry: number | undefined): OpenCall {
    const again = retry === 0 || this.#failed.size === 0 ? undefined : this.#takeFailed(request.slot, sameness)
    if (again) return again
    const call = (this.#counts.get(request.slot) ?? 0) + 1
    this.#counts.set(request.slot, call)
    const begun = { slot: request.slot, call, request, attempts: [], sameness }
    this.#calls.push(begun)
    return begun
  }

  /** Records what an attempt was answered. */
  end(call: OpenCall, attempt: WireAttempt): void {
    call.attempts.push(attempt)
    if (!('fault' in attempt) || !isTriedAgain(attempt.fault)) return
    const failed = this.#failed.get(call.sameness)
    if (failed) failed.push(call)
    else this.#failed.set(call.sameness, [call])
  }

  get trace(): WireTrace {
    return deepFreeze({
      calls: this.#calls.map(({ slot, call, request, attempts }) => ({ slot, call, request, attempts: [...attempts] })),
    })
  }

  #takeFailed(slot: string, sameness: string): OpenCall | undefined {
    const failed = this.#failed.get(sameness)
    const index = failed?.findIndex((call) => call.slot === slot) ?? -1
    if (failed === undefined || index === -1) return undefined
    const [call] = failed.splice(index, 1)
    if (failed.length === 0) this.#failed.delete(sameness)
    return call
  }
}

// Helpers

/** What the official clients, and most others, try again: no answer, a conflict, a limit, a fault of the provider. */
const isTriedAgain = ({ kind, status }: FaultRecord): boolean => {
  if (kind !== 'status') return kind === 'timeout' || kind === 'transport'
  return status === 408 || status === 409 || status === 429 || Number(status) >= 500
}
