import type { Reply } from '../../src/composites/reply.ts'
import type { EventOf, Run } from '../../src/trace/run.ts'
import { type CallWithValues, callsWithValues } from './allowed-values.ts'
import { sameRequest } from './request-text.ts'
import type { WitnessedViolation } from './witnessed.ts'

/**
 * Where a request depends on something that its slot may not see: two runs that differ in one datum, and in what echoes it, ask the
 * same slots in the same order, and ask each of them the same wherever what it may see is the same.
 * Decisions, faults, usage and time must be equal by position. Source: docs/information-flow.md, check 3.
 *
 * @param run - a finished run
 * @param twin - a run that differs from it in one datum
 *
 * @example
 * ```ts
 * import { proposerAdversary, runCompositeSync, say, scripted } from 'vitest-tribunal'
 * import { noninterference } from 'vitest-tribunal/properties'
 *
 * const runWith = (reasoning: string) =>
 *   runCompositeSync(proposerAdversary, {
 *     input: { task_brief: 'Name a prime.' },
 *     model: scripted({ proposer: [say('9', { reasoning })], adversary: ['It is 3 × 3.'] }),
 *   })
 * console.log(noninterference(runWith('I guess.'), runWith('I am sure of it.'))) // []
 * ```
 */
export const noninterference = (run: Run, twin: Run): readonly WitnessedViolation[] => compareRuns(run, twin).violations

/** What comparing two runs came to. */
export interface Comparison {
  readonly violations: readonly WitnessedViolation[]
  /** Slots of which a call was compared after the runs had begun to differ. */
  readonly compared: readonly string[]
  /** Whether the runs decide differently, so that nothing can be said. */
  readonly discarded: boolean
  /** The violation that says that other slots are asked, or the same ones in another order. */
  readonly reordered?: WitnessedViolation
}

/** Compares two runs call by call; the calls of the first may be known already. */
export function compareRuns(run: Run, twin: Run, calls: readonly CallWithValues[] = callsWithValues(run)): Comparison {
  if (decideDifferently(run, twin)) return { violations: [], compared: [], discarded: true }
  const others = callsWithValues(twin)
  const differ = firstDifference(run, twin)
  const violations: WitnessedViolation[] = []
  const compared = new Set<string>()
  for (let i = 0; i < Math.max(calls.length, others.length); i++) {
    const [one, other] = [calls[i], others[i]]
    if (one === undefined || other === undefined || !isSameSlot(one, other)) {
      const reordered = otherOrder(calls, i, one, other)
      return { violations: [...violations, reordered], compared: [...compared], discarded: false, reordered }
    }
    if (one.allowed !== other.allowed) continue
    if (one.index > differ) compared.add(one.called.request.slot)
    if (!sameRequest(one.called.request, other.called.request)) violations.push(otherRequest(one))
  }
  return { violations, compared: [...compared], discarded: false }
}

// Helpers

const isSameSlot = ({ called: a }: CallWithValues, { called: b }: CallWithValues) =>
  a.slot === b.slot && a.scope === b.scope

/** Whether a decision or a fault of one run is another in the other, at the same call of the same slot. */
function decideDifferently(run: Run, twin: Run): boolean {
  return twin.events.some((event) => {
    if (event.kind !== 'decision-read') return false
    const other = run.events.find((one) => one.kind === 'decision-read' && isSameCall(one, event))
    return other?.kind === 'decision-read' && !samePublicly(event.reading, other.reading)
  })
}

const isSameCall = (a: EventOf<'decision-read'>, b: EventOf<'decision-read'>) =>
  a.call === b.call && a.slot === b.slot && a.scope === b.scope

/** What a decision is in one word is public; the words around it are not. */
function samePublicly(a: object, b: object): boolean {
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  return Object.keys(one).every((field) => !isWord(one[field]) || !isWord(other[field]) || one[field] === other[field])
}

const isWord = (value: unknown): boolean =>
  typeof value === 'boolean' || (typeof value === 'string' && value !== '' && value.length < 24 && !/\s/.test(value))

/** Index of the first event that differs, where not only a request does. */
function firstDifference({ events }: Run, { events: others }: Run): number {
  for (const [i, event] of events.entries()) {
    const other = others[i]
    if (event.kind !== other?.kind) return i
    if (event.kind === 'run-started' && other.kind === 'run-started') {
      if (JSON.stringify(event.input) !== JSON.stringify(other.input)) return i
    } else if (event.kind === 'slot-replied' && other.kind === 'slot-replied' && !sameReply(event.reply, other.reply))
      return i
  }
  return events.length
}

function sameReply(a: Reply, b: Reply): boolean {
  if (a.text !== b.text) return false
  const apart = ({ data, private: hidden, toolCalls }: Reply) =>
    data === undefined && hidden === undefined && toolCalls === undefined
      ? ''
      : JSON.stringify([data, hidden, toolCalls])
  return apart(a) === apart(b)
}

function otherOrder(
  calls: readonly CallWithValues[],
  i: number,
  one: CallWithValues | undefined,
  other: CallWithValues | undefined,
): WitnessedViolation {
  const asked = (call: CallWithValues | undefined) => (call ? `"${call.called.request.slot}"` : 'nobody')
  const event = one?.index ?? calls.at(-1)?.index ?? 0
  return {
    invariant: 'noninterference',
    event,
    message: `call ${i + 1} of the run asks ${asked(one)}, and ${asked(other)} once a datum is varied: who is asked gives it away`,
    witness: [],
  }
}

function otherRequest({ index, called: { request, call: k } }: CallWithValues): WitnessedViolation {
  return {
    invariant: 'noninterference',
    event: index,
    message: `the request of "${request.slot}" (call ${k}) changes with a datum that is not its to see`,
    witness: [],
  }
}
