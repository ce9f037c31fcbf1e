import type { Slot } from '../composites/composite.ts'
import type { Reply } from '../composites/reply.ts'
import { canonicalJson } from '../json/canonical-json.ts'
import { isObject, type Json } from '../json/json.ts'
import { theOneJsonObject } from '../json/the-one-json-object.ts'
import type { ModelReply } from '../providers/model.ts'

/** Turns what a model gave back into what the slot says: its text field where it has one, its decision where it decides. */
export function readReply({ elapsedMs: _, ...raw }: ModelReply, { textField, decides }: Slot): Reply {
  const reply = textField === undefined ? raw : withTextField(raw, textField)
  return Object.freeze(decides === undefined ? reply : { ...reply, reading: Object.freeze(decides(reply)) })
}

// Helpers

function withTextField(reply: ModelReply, field: string): ModelReply {
  const data: unknown = reply.data ?? (reply.text.includes('{') ? theOneJsonObject(reply.text)?.value : undefined)
  if (!isObject(data) || !Object.hasOwn(data, field)) return reply
  const words = data[field] as Json
  return { ...reply, text: typeof words === 'string' ? words.trim() : canonicalJson(words) }
}
