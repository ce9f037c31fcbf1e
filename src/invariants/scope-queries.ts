import type { Reply } from '../composites/reply.ts'
import type { JsonObject } from '../json/json.ts'
import { givesAway } from './own-words.ts'
import type { JudgedCall, RunScope } from './run-scope.ts'

/** The calls of one slot, in order. */
export const callsOf = ({ calls }: Pick<RunScope, 'calls'>, slot: string): readonly JudgedCall[] =>
  calls.filter(({ called }) => called.slot === slot)

/** The last reply of one slot, if it gave any. */
export function lastOf({ events }: RunScope, slot: string): Reply | undefined {
  const last = events.findLast(({ event }) => event.kind === 'slot-replied' && event.slot === slot)?.event
  return last?.kind === 'slot-replied' ? last.reply : undefined
}

/** The scope's result, if it completed. */
export function resultOf({ events }: RunScope): JsonObject | undefined {
  const last = events.at(-1)?.event
  return last?.kind === 'run-completed' ? (last.result as JsonObject) : undefined
}

/** Whether the words of a call give away something private that had been written by then. */
export const givesAwaySecrets = (words: string, { index }: JudgedCall, { secrets }: RunScope): boolean =>
  secrets.some((secret) => secret.index < index && secret.words.some((word) => givesAway(words, word)))
