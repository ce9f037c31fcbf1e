import type { Slot } from '../composites/composite.ts'
import type { Reply } from '../composites/reply.ts'
import { canonicalJson } from '../json/canonical-json.ts'
import { deepFreeze } from '../json/deep-freeze.ts'
import { isObject, type Json } from '../json/json.ts'
import { theOneJsonObject } from '../json/the-one-json-object.ts'
import type { ModelReply } from '../providers/model.ts'

/** Turns what a model gave back into what the slot says: its text field where it has one, its decision where it decides. */
export function readReply(raw: ModelReply, { textField, decides }: Slot): Reply {
  const timeless = raw.elapsedMs === undefined ? raw : withoutTime(raw)
  const reply = textField === undefined ? timeless : withTextField(timeless, textField)
  return Object.freeze(decides === undefined ? reply : { ...reply, reading: deepFreeze(decides(reply)) })
}

// Helpers

/** How long a call took is in the times of its events. */
const withoutTime = ({ elapsedMs: _, ...reply }: ModelReply): ModelReply => reply

/** The field alone is what the slot says; what stands around it stays in the trace. */
function withTextField(reply: ModelReply, field: string): ModelReply {
  const found = reply.text.includes('{') ? theOneJsonObject(reply.text) : undefined
  const data: unknown = reply.data ?? found?.value
  if (!isObject(data) || !Object.hasOwn(data, field)) return reply
  const words = data[field] as Json
  const text = typeof words === 'string' ? words.trim() : canonicalJson(words)
  const around = found ? `${reply.text.slice(0, found.start)}${reply.text.slice(found.end)}`.trim() : reply.text
  const unsaid = around === '' || around === text ? [] : [around]
  const reasoning = [...unsaid, ...(reply.private?.reasoning === undefined ? [] : [reply.private.reasoning])]
  return {
    ...reply,
    text,
    data: deepFreeze(data as Json),
    ...(reasoning.length > 0 && { private: Object.freeze({ ...reply.private, reasoning: reasoning.join('\n\n') }) }),
  }
}
