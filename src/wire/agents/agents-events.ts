import type { AgentOutputItem, ModelResponse, StreamEvent } from '@openai/agents'
import { outputOf, type ResponseItem } from '../openai-response.ts'
import { piecesOf } from '../pieces-of.ts'
import type { Utterance } from '../wire-format.ts'

/** The items of a reply, in the words of OpenAI Agents. */
export const itemsOf = (said: Utterance): AgentOutputItem[] => outputOf(said).map(itemOf)

/** What the reply cost. */
export function countsOf({ usage: { inputTokens, outputTokens } }: Utterance) {
  return { requests: 1, inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
}

/** By which later requests go on from a reply. */
export const responseIdOf = ({ id }: Utterance): NonNullable<ModelResponse['responseId']> => `resp_${id}`

/** The same reply as the events of a stream. */
export function eventsOf(said: Utterance): readonly StreamEvent[] {
  const refused = said.finish === 'refusal'
  return [
    { type: 'response_started' },
    ...piecesOf(refused ? '' : said.text).map((delta) => ({ type: 'output_text_delta' as const, delta })),
    {
      type: 'response_done',
      response: { id: responseIdOf(said), usage: countsOf(said), output: itemsOf(said) as never },
    },
  ]
}

// Helpers

function itemOf(item: ResponseItem): AgentOutputItem {
  switch (item.type) {
    case 'reasoning':
      return { type: 'reasoning', id: item.id, content: item.summary.map(({ text }) => ({ type: 'input_text', text })) }
    case 'message':
      return {
        type: 'message',
        id: item.id,
        role: 'assistant',
        status: item.status as 'completed' | 'incomplete',
        content: item.content.map((part) =>
          part.type === 'refusal'
            ? { type: 'refusal', refusal: part.refusal }
            : { type: 'output_text', text: part.text },
        ),
      }
    case 'function_call':
      return {
        type: 'function_call',
        id: item.id,
        // A broken provider leaves it out, whatever the types say.
        callId: item.call_id as string,
        name: item.name,
        arguments: item.arguments,
        status: item.status as 'completed' | 'incomplete',
      }
  }
}
