import type { ToolCall } from '../../composites/reply.ts'
import { TribunalError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../json/json.ts'
import type { Message, ModelFault, ModelReply } from '../../providers/model.ts'
import { fault, type Step, say } from '../../providers/script-steps.ts'
import { type Script, scripted } from '../../providers/scripted.ts'
import { anthropicMessages } from '../anthropic-messages.ts'
import { jsonIn } from '../body-fields.ts'
import { openaiChat } from '../openai-chat.ts'
import { openaiResponses } from '../openai-responses.ts'
import type { AskedRequest, Routes } from '../routing.ts'
import { slotOf } from '../slot-of.ts'
import { WireFault } from '../wire-fault.ts'
import type { Finish, WireFormat, WireReply, WireRequest } from '../wire-format.ts'
import type { AnsweredReply, Cassette, CassetteReply, CassetteRequest } from './cassette.ts'
import { dataText } from './sse-events.ts'

/** How a recording is read as a script. */
export interface ScriptFromOptions {
  /** What tells which slot asked; by default the header `x-tribunal-slot`, else the name of the model. */
  readonly routes?: Routes
  /** Wire formats in place of the three that are known. */
  readonly formats?: readonly WireFormat[]
}

/**
 * Turns a recording into a script: what was replied becomes steps of the slots that asked, in order, faults and retries included. So a
 * conversation that really took place goes through every door, and seeds the laws. Requests that no format knows are left out.
 *
 * @param cassette - the recording, as `readCassette` gives it
 * @param options - what tells the slots apart
 * @throws TribunalError `unrouted-request` when it cannot be told which slot asked; `invalid-input` when nothing in it was asked of a model
 *
 * @example
 * ```ts
 * import { readCassette, scriptFrom } from 'vitest-tribunal/wire'
 *
 * const folder = 'fixtures/cassettes/a-recorded-review'
 * const cassette = readCassette(`${folder}/a-draft-is-reviewed-until-it-is-accepted-903bcfba.json`)
 * const script = scriptFrom(cassette, { routes: { worker: { model: 'writer' }, critic: { system: 'You review.' } } })
 * console.log(Object.keys(script.steps), script.steps.worker?.length) // [ 'worker', 'critic' ] 3
 * ```
 */
export function scriptFrom(cassette: Cassette, options: ScriptFromOptions = {}): Script {
  const { routes, formats = FORMATS } = options
  const steps = new Map<string, Step[]>()
  for (const { request, reply } of cassette.interactions) {
    const { pathname } = new URL(request.url)
    const format = formats.find((one) => one.accepts(pathname))
    const body = 'json' in request && isObject(request.json) ? request.json : undefined
    const asked = body && format?.readRequest(body as JsonObject, pathname)
    if (format === undefined || asked === undefined) continue
    const slot = slotOf(seen(request, format, asked), routes, [asked.model])
    if (typeof slot !== 'string') throw slot
    const list = steps.get(slot)
    const step = stepOf(reply, format, asked)
    if (list) list.push(step)
    else steps.set(slot, [step])
  }
  if (steps.size > 0) return scripted(Object.fromEntries(steps))
  throw new TribunalError(
    'invalid-input',
    `Of the ${cassette.interactions.length} interactions of the recording none was asked of a model in a format that is known. Give its format, by the option "formats".`,
  )
}

// Helpers

const FORMATS: readonly WireFormat[] = [openaiChat, openaiResponses, anthropicMessages]

const seen = (
  { headers = {} }: CassetteRequest,
  { name }: WireFormat,
  { model, system = '', turns, tools = [] }: WireRequest,
): AskedRequest => ({
  format: name,
  model,
  system,
  brief: (turns.at(-1) as Message | undefined)?.content ?? '',
  turns,
  tools: tools.map((tool) => tool.name),
  header: (header) => (Object.hasOwn(headers, header.toLowerCase()) ? headers[header.toLowerCase()]! : null),
})

function stepOf(reply: CassetteReply, format: WireFormat, request: WireRequest): Step {
  if ('failed' in reply) return reply.failed === 'aborted' ? fault.timeout() : fault.transport()
  const { status, headers } = reply
  if (status >= 400) return statusFault(status, headers)
  const read = replyIn(reply, format)
  if (read === undefined) return fault.malformed()
  const said = replyOf(read, request)
  if (reply.end !== undefined || read.finish === undefined) return cut(said, reply.end)
  return ended(said, read.finish)
}

function statusFault(status: number, headers: AnsweredReply['headers']): ModelFault {
  const ms = Number(headers['retry-after-ms'])
  const seconds = Number(headers['retry-after'])
  const wait = ms > 0 ? ms : seconds > 0 ? seconds * 1000 : undefined
  return fault.status(status, wait === undefined ? {} : { retryAfterMs: wait })
}

function replyIn(reply: AnsweredReply, format: WireFormat): WireReply | undefined {
  if ('events' in reply)
    return format.readEvents?.(
      reply.events.map(({ event, data }) => ({
        ...(event === undefined ? {} : { event }),
        data: dataText(data) ?? '',
      })),
    )
  return 'json' in reply && isObject(reply.json) ? format.readReply?.(reply.json as JsonObject) : undefined
}

function replyOf({ text, reasoning, toolCalls, usage }: WireReply, { schema }: WireRequest): ModelReply {
  const data = schema === undefined ? undefined : jsonIn(text)
  return say(text, {
    ...(isObject(data) && { data }),
    ...(reasoning !== '' && { reasoning }),
    ...(toolCalls.length > 0 && {
      toolCalls: toolCalls.map(
        ({ id = '', name, arguments: given }): ToolCall => ({ id, name, arguments: jsonIn(given) }),
      ),
    }),
    ...(usage && { usage }),
  })
}

/** Only a part is there, and nobody knows how much more there was: nearly all of it arrives. */
const cut = (said: ModelReply, end: AnsweredReply['end']): ModelFault =>
  new WireFault('transport', 'The reply was cut.', said, {
    kind: 'cut',
    inside: 'event',
    at: 0.99,
    end: end === undefined ? 'close' : 'reset',
  })

function ended(said: ModelReply, finish: Finish): Step {
  const ending = { kind: 'ended', finish } as const
  switch (finish) {
    case 'refusal':
      return fault.refusal(said.text)
    case 'content-filter':
      return new WireFault('refusal', 'The content filter stopped the reply.', said, ending)
    case 'length':
    case 'context-exceeded':
    case 'paused':
      return new WireFault('truncated', 'The reply ended too early.', said, ending)
    case 'failed':
      return new WireFault('status', 'The provider failed.', said, { kind: 'failed' }, 500)
    default:
      return said
  }
}
