import { deepFreeze, frozenJson } from '../json/deep-freeze.ts'
import type { Json } from '../json/json.ts'
import type { Answer } from '../providers/ask.ts'
import type { ModelReply, ModelRequest } from '../providers/model.ts'
import type { Arbitration } from './arbitration.ts'
import type {
  ArbitrationRecord,
  ForgePolicy,
  RecordedFault,
  RecordedReply,
  RecordedRequest,
  RecordedSample,
} from './arbitration-record.ts'
import { CONTRACT, LIMITS } from './contract.ts'
import { clipped } from './fault.ts'
import { lengthOf } from './find-answer.ts'
import { forgeOutcome } from './forge-outcome.ts'
import type { InputReading } from './read-input.ts'

/** Code units that are kept of a reply too long to be read. */
const KEPT_OF_LONG = 4_000

/** What a record is made of. */
export interface Finished {
  readonly form: 'decide' | 'consensus'
  readonly reading: InputReading
  readonly policy: ForgePolicy
  readonly models: readonly string[]
  readonly arbitrations: readonly Arbitration[]
}

/**
 * Writes down a finished decision. The one place where the names of code become those of the record.
 *
 * @param finished - the decision with all its calls
 */
export function recordArbitration({ form, reading, policy, models, arbitrations }: Finished): ArbitrationRecord {
  const requests = new Map<string, { readonly index: number; readonly request: RecordedRequest }>()
  const input = reading.input
  const config_failure = reading.ok ? null : reading.failure
  const results = arbitrations.map(({ result }) => result)
  return deepFreeze({
    contract: { ...CONTRACT },
    form,
    input,
    input_hash: reading.hash,
    input_checks: reading.checks,
    config_failure,
    policy,
    models,
    samples: arbitrations.map((one) => sampleOf(one, requests)),
    requests: [...requests.values()].map(({ request }) => request),
    outcome: forgeOutcome({ form, input, config_failure, policy, results }),
  })
}

// Helpers

type Requests = Map<string, { readonly index: number; readonly request: RecordedRequest }>

const sampleOf = ({ calls, result }: Arbitration, requests: Requests): RecordedSample => ({
  calls: calls.map((call) => ({
    request: indexOf(call.request, requests),
    ...cameOf(call.answer),
    checks: call.checks,
    result: call.result,
  })),
  result,
})

/** Equal briefs are equal requests: all else in them follows from the input. */
function indexOf(request: ModelRequest, requests: Requests): number {
  const known = requests.get(request.brief)
  if (known) return known.index
  const index = requests.size
  requests.set(request.brief, { index, request: request as RecordedRequest })
  return index
}

function cameOf(answer: Answer): { readonly reply: RecordedReply | null; readonly fault: RecordedFault | null } {
  if ('reply' in answer) return { reply: replyOf(answer.reply), fault: null }
  const { kind, message } = answer.fault
  return { reply: null, fault: { kind, message: clipped(String(message)) } }
}

function replyOf(said: ModelReply): RecordedReply {
  const { text, data, toolCalls, usage, private: hidden } = said
  const length = lengthOf(said)
  const tooLong = length > LIMITS.replyLength
  const reply = {
    text: tooLong ? text.slice(0, KEPT_OF_LONG) : text,
    data: tooLong || data === undefined ? undefined : readable(data, 0),
    tool_calls: toolCalls?.map((call) => clipped(String(call?.name))),
    usage: usage && { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
    private: hidden && {
      reasoning: hidden.reasoning?.slice(0, LIMITS.replyLength),
      self_assessment: hidden.selfAssessment?.slice(0, LIMITS.replyLength),
    },
    cut: tooLong ? length : undefined,
  }
  // What came is JSON by now; undefined parts are left out on the way.
  return (frozenJson(reply) ?? { text: reply.text }) as unknown as RecordedReply
}

/** Empties what lies deeper than an answer is read: too deep it stays, and the record can be read itself. */
function readable(data: Json, depth: number): Json {
  if (typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) return depth > LIMITS.depth ? [] : data.map((item) => readable(item, depth + 1))
  if (depth > LIMITS.depth) return {}
  return Object.fromEntries(Object.entries(data).map(([key, member]) => [key, readable(member, depth + 1)]))
}
