import type { ToolCall } from '../composites/reply.ts'
import { isObject, type JsonSchema } from '../json/json.ts'
import type { ModelReply } from '../providers/model.ts'
import { jsonIn, objectIn } from './body-fields.ts'
import type { Trouble } from './wire-fault.ts'
import type { Finish, Utterance, WireRequest, WireToolCall } from './wire-format.ts'

/**
 * A reply of a script as a model would say it over the wire: data as JSON where the request wants a structured reply, private
 * parts where a provider shows reasoning, an end where the request wants one.
 *
 * @param id - what its ids are made of
 */
export function utteranceOf(reply: ModelReply, request: WireRequest, id: string, trouble?: Trouble): Utterance {
  const { toolCalls = [], usage = NOT_COUNTED } = reply
  const calls = toolCalls.map((call, i) => wireCall(call, `${id}${i}`))
  const said = { request, id, ...wordsOf(reply, request), toolCalls: calls, usage }
  if (trouble?.kind === 'ended') return { ...said, finish: trouble.finish }
  if (trouble?.kind === 'failed') return { ...said, finish: 'failed' }
  if (trouble?.kind === 'tool-call-ids')
    return { ...said, toolCalls: withoutOwnIds(calls, trouble.how), finish: 'tool-calls' }
  if (calls.length > 0) return { ...said, finish: 'tool-calls' }
  return request.stop === undefined ? { ...said, finish: 'stop' } : cutAtStop({ ...said, finish: 'stop' }, request.stop)
}

/** Words that end a reply for a reason, without any that a script gave it. */
export const endingWith = (finish: Finish, text: string, request: WireRequest, id: string): Utterance =>
  utteranceOf({ text }, request, id, { kind: 'ended', finish })

// Helpers

const NOT_COUNTED = { inputTokens: 0, outputTokens: 0 }

/** What a model says of its own work is a field of a structured reply that has one for it; elsewhere it is a thought like others. */
function wordsOf(reply: ModelReply, { schema }: WireRequest): { text: string; reasoning: string } {
  const { data, private: { reasoning = '', selfAssessment = '' } = {} } = reply
  const text = data !== undefined && schema !== undefined ? JSON.stringify(data) : reply.text
  if (selfAssessment === '') return { text, reasoning }
  const structure = asksForAssessment(schema) ? jsonIn(text) : undefined
  if (isObject(structure)) return { text: JSON.stringify({ ...structure, self_assessment: selfAssessment }), reasoning }
  return { text, reasoning: reasoning === '' ? selfAssessment : `${reasoning}\n\n${selfAssessment}` }
}

const asksForAssessment = (schema: JsonSchema | undefined): boolean =>
  Object.hasOwn(objectIn(schema?.properties), 'self_assessment')

const wireCall = ({ id, name, arguments: given }: ToolCall, own: string): WireToolCall => ({
  id: id || `call_${own}`,
  name,
  arguments: JSON.stringify(given),
})

const withoutOwnIds = (calls: readonly WireToolCall[], how: 'missing' | 'duplicate'): readonly WireToolCall[] =>
  calls.map((call) => ({ ...call, id: how === 'missing' ? undefined : calls[0]!.id }))

function cutAtStop(said: Utterance, stops: readonly string[]): Utterance {
  let end = -1
  let stoppedAt: string | undefined
  for (const stop of stops) {
    const found = stop === '' ? -1 : said.text.indexOf(stop)
    if (found !== -1 && (end === -1 || found < end)) {
      end = found
      stoppedAt = stop
    }
  }
  return stoppedAt === undefined ? said : { ...said, text: said.text.slice(0, end), finish: 'stop-sequence', stoppedAt }
}
