import { anthropicMessages } from '../anthropic-messages.ts'
import { openaiChat } from '../openai-chat.ts'
import { openaiResponses } from '../openai-responses.ts'

/** What a program is told of a request that was not recorded, in the words of the provider that it asks. */
export function refusalBody(url: string, message: string): string {
  const { pathname } = new URL(url)
  const format = [openaiChat, openaiResponses, anthropicMessages].find((one) => one.accepts(pathname))
  return JSON.stringify(format?.writeError({ status: 400, message }) ?? { error: { message } })
}
