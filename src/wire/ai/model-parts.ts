import { piecesOf } from '../pieces-of.ts'
import type { Finish, Utterance } from '../wire-format.ts'
import type { GenerateResult, StreamPart } from './ai-types.ts'

/** A reply as a whole, in the words of the AI SDK. */
export const resultOf = (said: Utterance): GenerateResult => ({
  content: contentOf(said),
  finishReason: finishOf(said.finish),
  usage: usageOf(said),
  response: { id: said.id, modelId: said.request.model },
  warnings: [],
})

/** The same reply as the parts of a stream. */
export function partsOf(said: Utterance): readonly StreamPart[] {
  const { id } = said
  const parts: StreamPart[] = [
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', id, modelId: said.request.model },
  ]
  for (const block of contentOf(said)) {
    if (block.type === 'text' || block.type === 'reasoning') {
      const { type } = block
      const own = `${type}-${id}`
      parts.push({ type: `${type}-start`, id: own })
      for (const delta of piecesOf(block.text)) parts.push({ type: `${type}-delta`, id: own, delta })
      parts.push({ type: `${type}-end`, id: own })
    } else if (block.type === 'tool-call') {
      const { toolCallId: own, toolName, input } = block
      parts.push({ type: 'tool-input-start', id: own, toolName })
      for (const delta of piecesOf(input)) parts.push({ type: 'tool-input-delta', id: own, delta })
      parts.push({ type: 'tool-input-end', id: own }, block)
    }
  }
  parts.push({ type: 'finish', usage: usageOf(said), finishReason: finishOf(said.finish) })
  return parts
}

/** How the SDK's own providers end a stream in which something could not be read. */
export const asFailed = (part: StreamPart): StreamPart =>
  part.type === 'finish' ? { ...part, finishReason: { unified: 'error', raw: undefined } } : part

// Helpers

/** A call without an id gets one, as the SDK's own providers make one up; ours is the same in every run. */
const contentOf = ({ id, text, reasoning, toolCalls }: Utterance): GenerateResult['content'] => [
  ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
  ...(text === '' ? [] : [{ type: 'text' as const, text }]),
  ...toolCalls.map((call, i) => ({
    type: 'tool-call' as const,
    toolCallId: call.id ?? `call_${id}${i}`,
    toolName: call.name,
    input: call.arguments,
  })),
]

const FINISH: { readonly [finish in Finish]: GenerateResult['finishReason']['unified'] } = {
  stop: 'stop',
  'stop-sequence': 'stop',
  'tool-calls': 'tool-calls',
  length: 'length',
  'context-exceeded': 'length',
  paused: 'other',
  'content-filter': 'content-filter',
  refusal: 'content-filter',
  failed: 'error',
}

const finishOf = (finish: Finish): GenerateResult['finishReason'] => ({ unified: FINISH[finish], raw: finish })

const usageOf = ({ usage: { inputTokens, outputTokens } }: Utterance): GenerateResult['usage'] => ({
  inputTokens: { total: inputTokens, noCache: inputTokens, cacheRead: 0, cacheWrite: undefined },
  outputTokens: { total: outputTokens, text: outputTokens, reasoning: 0 },
})
