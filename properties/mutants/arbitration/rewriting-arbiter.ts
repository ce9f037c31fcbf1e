import type { ArbitrationInput } from '../../../src/arbitration/contract.ts'
import { isObject, type Json } from '../../../src/json/json.ts'
import { parseJson } from '../../../src/json/parse-json.ts'
import type { ModelProvider, ModelReply } from '../../../src/providers/model.ts'
import { type Arbiter, ourArbiter } from '../../arbiter.ts'

/** Changes what a model said before it is read: the way in which most faults can be planted in a line. */
export type Rewrite = (reply: ModelReply, input: ArbitrationInput, bar: number) => ModelReply

/** Our arbiter, except that it reads every reply as rewritten. */
export function rewritingArbiter(name: string, rewrite: Rewrite): Arbiter {
  const through = (model: ModelProvider, input: ArbitrationInput, bar: number): ModelProvider => ({
    id: model.id,
    respond: async (request, context) => rewrite(await model.respond(request, context), input, bar),
  })
  return {
    name,
    decide: (input, options) =>
      ourArbiter.decide(input, { ...options, model: through(options.model, input, options.min_confidence) }),
    consensus: (input, options) =>
      ourArbiter.consensus(input, { ...options, model: through(options.model, input, options.min_confidence) }),
  }
}

/** Rewrites the one object of a reply; leaves every reply alone that holds no such object by the contract's own reading. */
export const objects =
  (change: (object: Record<string, Json>, input: ArbitrationInput, bar: number) => unknown): Rewrite =>
  (reply, input, bar) => {
    const parsed = parseJson(reply.text)
    if (!parsed.ok || !isObject(parsed.value) || reply.data !== undefined) return reply
    return { ...reply, text: JSON.stringify(change(parsed.value as Record<string, Json>, input, bar)) }
  }

/** Takes an action for the allowed one that is equal after folding both. */
export const folding = (fold: (action: string) => string): Rewrite =>
  objects((object, { allowed_actions }) => {
    const { action } = object
    const same = allowed_actions.find((allowed) => typeof action === 'string' && fold(allowed) === fold(action))
    return typeof action === 'string' && same !== undefined && !allowed_actions.includes(action)
      ? { ...object, action: same }
      : object
  })
