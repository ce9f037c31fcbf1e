import type { PrivateChannel, Usage } from '../composites/reply.ts'
import { deepFreeze, frozenJson } from '../json/deep-freeze.ts'
import { findJsonObjects } from '../json/find-json-objects.ts'
import { isObject, type Json } from '../json/json.ts'
import { parseJson } from '../json/parse-json.ts'
import { ModelFault, type ModelReply } from './model.ts'

const SELF_ASSESSMENT = 'self_assessment'

/**
 * Moves everything private out of a reply's text and data and freezes it: thinking tags, and `self_assessment` of a structured
 * reply, at any depth. What is left of the text is trimmed. Applied to every reply of every provider; settling twice changes
 * nothing. Source: docs/information-flow.md, "Channels".
 *
 * @param raw - what a provider gave back
 * @throws ModelFault `malformed` when it is no reply: no text, data that JSON cannot carry, private parts that are no text,
 * usage or time that are no numbers from 0 up
 */
export function settleReply(raw: ModelReply): ModelReply {
  if (settled.has(raw)) return raw
  if (!isObject(raw) || typeof raw.text !== 'string')
    throw malformed('The provider gave no reply: an object with a text is expected.')
  const { usage, elapsedMs, toolCalls = [], private: given } = raw
  if (!Array.isArray(toolCalls)) throw malformed('The tool calls of the reply are no list.')
  if (elapsedMs !== undefined && !isAmount(elapsedMs)) throw malformed('The time of the reply is no number from 0 up.')
  const hidden = hiddenOf(given ?? {})
  const data = raw.data === undefined ? undefined : jsonOf(raw.data, (value) => withoutPrivate(value, hidden))
  const text = spokenText(raw.text, hidden)
  const channel = channelOf(hidden)
  const reply: ModelReply = {
    text,
    ...(data === undefined ? {} : { data }),
    ...(toolCalls.length === 0 ? {} : { toolCalls: jsonOf(toolCalls) as never }),
    ...(usage === undefined ? {} : { usage: countsOf(usage) }),
    ...(channel === undefined ? {} : { private: channel }),
    ...(elapsedMs === undefined ? {} : { elapsedMs }),
  }
  settled.add(Object.freeze(reply))
  return reply
}

// Helpers

const settled = new WeakSet<object>()

/** What was private in a reply, in the order in which it was found. */
interface Hidden {
  readonly thoughts: string[]
  readonly assessments: string[]
}

function hiddenOf({ reasoning = '', selfAssessment = '' }: PrivateChannel): Hidden {
  if (typeof reasoning !== 'string' || typeof selfAssessment !== 'string')
    throw malformed('The private parts of the reply are no texts.')
  return { thoughts: [reasoning], assessments: [selfAssessment] }
}

/** Data and text often hold the same words: they are kept once. */
function channelOf({ thoughts, assessments }: Hidden): PrivateChannel | undefined {
  const [reasoning, selfAssessment] = [thoughts, assessments].map((found) =>
    [...new Set(found)].filter((words) => words.trim() !== '').join('\n\n'),
  )
  if (!reasoning && !selfAssessment) return undefined
  return Object.freeze({ ...(reasoning && { reasoning }), ...(selfAssessment && { selfAssessment }) })
}

/** The public part of a text: no thoughts, and no self-assessment in what JSON it holds, which is then serialised again. */
function spokenText(text: string, hidden: Hidden): string {
  const spoken = withoutThoughts(text, hidden).trim()
  // An escaped key (`self\u005fassessment`) names the same member, and an escaped tag is a tag.
  if (!spoken.includes('{') || !(spoken.includes(SELF_ASSESSMENT) || spoken.includes('\\u'))) return spoken
  let kept = ''
  let from = 0
  for (const { start, end, value } of structuresOf(spoken)) {
    const before = hidden.thoughts.length + hidden.assessments.length
    const left = value === undefined ? undefined : withoutPrivate(value, hidden)
    // What cannot be parsed, or repeats its keys, cannot be taken apart either: all of it stays private.
    if (value === undefined) hidden.assessments.push(spoken.slice(start, end))
    if (hidden.thoughts.length + hidden.assessments.length === before) continue
    kept += spoken.slice(from, start) + (left === undefined ? '' : JSON.stringify(left))
    from = end
  }
  return (kept + spoken.slice(from)).trim()
}

/** The JSON objects of a text, or the list that it is; and without a value what fails to be one but holds a self-assessment. */
function structuresOf(text: string): readonly { start: number; end: number; value?: Json }[] {
  const list = text.startsWith('[') ? parseJson(text) : undefined
  if (list?.ok) return [{ start: 0, end: text.length, value: list.value }]
  const { objects, problems } = findJsonObjects(text)
  const broken = problems.filter(({ start, end }) => unescaped(text.slice(start, end)).includes(SELF_ASSESSMENT))
  return [...objects, ...broken.map(({ start, end }) => ({ start, end }))].sort((a, b) => a.start - b.start)
}

const unescaped = (text: string): string =>
  text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

function withoutPrivate(value: Json, hidden: Hidden): Json {
  if (typeof value === 'string') return value.includes('<') ? withoutThoughts(value, hidden) : value
  if (Array.isArray(value)) return value.map((item: Json) => withoutPrivate(item, hidden))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value as { readonly [key: string]: Json }).flatMap(([key, member]) => {
      if (key !== SELF_ASSESSMENT) return [[key, withoutPrivate(member, hidden)]]
      hidden.assessments.push(typeof member === 'string' ? member : JSON.stringify(member))
      return []
    }),
  )
}

/**
 * An unclosed tag is private to the end; everything before an orphan closing tag is private.
 * Nested tags, and a reply that talks about such a tag, are stated limits.
 */
function withoutThoughts(text: string, { thoughts }: Hidden): string {
  let kept = ''
  let from = 0
  let open: string | undefined
  for (const tag of text.matchAll(/<(\/?)(think|thinking|reasoning)\s*>/gi)) {
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
  if (open === undefined) return from === 0 ? text : (kept + text.slice(from)).trim()
  thoughts.push(text.slice(from))
  return kept.trim()
}

/** Providers count more than this; the run keeps what every one of them counts. */
function countsOf({ inputTokens, outputTokens }: Usage): Usage {
  if (!isAmount(inputTokens) || !isAmount(outputTokens))
    throw malformed('The usage of the reply is not two numbers from 0 up.')
  return Object.freeze({ inputTokens, outputTokens })
}

const isAmount = (value: unknown): boolean => Number.isFinite(value) && (value as number) >= 0

function jsonOf(value: unknown, change: (value: Json) => Json = (same) => same): Json {
  const json = frozenJson(value)
  if (json === undefined) throw malformed('The reply holds data that JSON cannot carry.')
  try {
    return deepFreeze(change(json))
  } catch {
    throw malformed('The reply holds data that nests deeper than it can be read.')
  }
}

const malformed = (message: string): ModelFault => new ModelFault('malformed', message)
