import type { PrivateChannel } from '../composites/reply.ts'
import { deepFreeze, frozenJson } from '../json/deep-freeze.ts'
import { findJsonObjects } from '../json/find-json-objects.ts'
import { isObject, type Json } from '../json/json.ts'
import { ModelFault, type ModelReply } from './model.ts'

const SELF_ASSESSMENT = 'self_assessment'

/**
 * Moves everything private out of a reply's text and data and freezes it: thinking tags, and `self_assessment` of a structured
 * reply. What is left of the text is trimmed. Applied to every reply of every provider; settling twice changes nothing.
 * Source: shared/information-flow.md, "Channels".
 *
 * @param raw - what a provider gave back
 * @throws ModelFault `malformed` when it is no reply: no text, or data that JSON cannot carry
 */
export function settleReply(raw: ModelReply): ModelReply {
  if (settled.has(raw)) return raw
  if (!isObject(raw) || typeof raw.text !== 'string')
    throw new ModelFault('malformed', 'The provider gave no reply: an object with a text is expected.')
  const data = raw.data === undefined ? undefined : jsonOf(raw.data)
  const spoken = splitThoughts(raw.text)
  const assessed = cutSelfAssessment(spoken.text.trim(), data)
  const hidden = privateOf(raw.private, spoken.thoughts, assessed.selfAssessment)
  const reply: ModelReply = {
    text: assessed.text,
    ...(assessed.data === undefined ? {} : { data: deepFreeze(assessed.data) }),
    ...(raw.toolCalls === undefined || raw.toolCalls.length === 0 ? {} : { toolCalls: jsonOf(raw.toolCalls) as never }),
    ...(raw.usage === undefined ? {} : { usage: Object.freeze({ ...raw.usage }) }),
    ...(hidden === undefined ? {} : { private: hidden }),
    ...(raw.elapsedMs === undefined ? {} : { elapsedMs: raw.elapsedMs }),
  }
  settled.add(Object.freeze(reply))
  return reply
}

// Helpers

const settled = new WeakSet<object>()

/**
 * An unclosed tag is private to the end; everything before an orphan closing tag is private.
 * Nested tags, and a reply that talks about such a tag, are stated limits.
 */
function splitThoughts(text: string): { text: string; thoughts: readonly string[] } {
  if (!text.includes('<')) return { text, thoughts: [] }
  const thoughts: string[] = []
  let kept = ''
  let from = 0
  let open: string | undefined
  for (const tag of text.matchAll(/<(\/?)(think|thinking|reasoning)>/gi)) {
    const name = tag[2]!.toLowerCase()
    const piece = text.slice(from, tag.index)
    if (tag[1] === '') {
      if (open !== undefined) continue
      kept += piece
      open = name
    } else if (open === undefined) {
      thoughts.push(kept + piece)
      kept = ''
    } else if (open === name) {
      thoughts.push(piece)
      open = undefined
    } else continue
    from = tag.index + tag[0].length
  }
  if (open === undefined) kept += text.slice(from)
  else thoughts.push(text.slice(from))
  return { text: kept, thoughts }
}

/** Takes `self_assessment` out of the data and out of each JSON object in the text, which is then serialised again. */
function cutSelfAssessment(text: string, data: Json | undefined) {
  const found: string[] = []
  let left = data
  if (isObject(data) && Object.hasOwn(data, SELF_ASSESSMENT)) left = without(data as Record<string, Json>, found)
  // An escaped key (`self\u005fassessment`) names the same member.
  const worthALook = text.includes('{') && (text.includes(SELF_ASSESSMENT) || text.includes('\\u'))
  if (!worthALook) return { text, data: left, selfAssessment: found }
  let kept = ''
  let from = 0
  for (const { value, start, end } of objectsOf(text)) {
    if (!Object.hasOwn(value, SELF_ASSESSMENT)) continue
    kept += text.slice(from, start) + JSON.stringify(without(value, found))
    from = end
  }
  return { text: (kept + text.slice(from)).trim(), data: left, selfAssessment: found }
}

/** An object that repeats a key is none for a decision, but what is private in it stays private. */
function objectsOf(text: string) {
  const { objects, problems } = findJsonObjects(text)
  const repeating = problems.flatMap(({ problem, start, end }) => {
    const value = problem === 'duplicate-key' ? parsed(text.slice(start, end)) : undefined
    return isObject(value) ? [{ value: value as { readonly [key: string]: Json }, start, end }] : []
  })
  return repeating.length === 0 ? objects : [...objects, ...repeating].sort((a, b) => a.start - b.start)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function without(record: { readonly [key: string]: Json }, found: string[]): Json {
  const { [SELF_ASSESSMENT]: assessment, ...rest } = record
  const words = typeof assessment === 'string' ? assessment : JSON.stringify(assessment)
  if (!found.includes(words)) found.push(words)
  return rest
}

function privateOf(given: PrivateChannel | undefined, thoughts: readonly string[], assessments: readonly string[]) {
  const reasoning = [given?.reasoning, ...thoughts].filter((part) => part !== undefined && part.trim() !== '')
  const selfAssessment = [given?.selfAssessment, ...assessments].filter((part) => part !== undefined && part !== '')
  if (reasoning.length === 0 && selfAssessment.length === 0) return undefined
  return Object.freeze({
    ...(reasoning.length === 0 ? {} : { reasoning: reasoning.join('\n\n') }),
    ...(selfAssessment.length === 0 ? {} : { selfAssessment: selfAssessment.join('\n\n') }),
  })
}

function jsonOf(value: unknown): Json {
  const json = frozenJson(value)
  if (json === undefined) throw new ModelFault('malformed', 'The reply holds data that JSON cannot carry.')
  return json
}
