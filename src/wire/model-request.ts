import { deepFreeze } from '../json/deep-freeze.ts'
import type { Message, ModelRequest } from '../providers/model.ts'
import { present } from './body-fields.ts'
import type { WireRequest } from './wire-format.ts'

/**
 * A decoded request as a model provider is asked: the last turn is the brief, those before it are messages. A last turn that
 * is more than the user's words, as the result of a tool, stands among the messages as well.
 */
export function modelRequest(
  slot: string,
  { model, system, schema, tools, temperature }: WireRequest,
  turns: readonly Message[],
  headers: { readonly [name: string]: string } | undefined,
): ModelRequest {
  const last = turns.at(-1)
  const plain = last?.role === 'user' && last.name === undefined
  const messages = plain ? turns.slice(0, -1) : turns
  return deepFreeze(
    present<ModelRequest>({
      slot,
      component: model,
      brief: last?.content ?? '',
      system,
      messages: messages.length === 0 ? undefined : messages,
      schema,
      tools,
      temperature,
      headers,
    }),
  )
}
