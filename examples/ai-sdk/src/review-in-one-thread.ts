import { generateText, type LanguageModel, type ModelMessage } from 'ai'

/** The planted leak: the thread takes all that came back, and what came back holds what the worker thought. */
export async function reviewInOneThread({ task }: { readonly task: string }, model: LanguageModel): Promise<string> {
  const messages: ModelMessage[] = [{ role: 'user', content: task }]
  const draft = await generateText({ model, system: 'You write.', messages })
  messages.push(...draft.response.messages, { role: 'user', content: 'Is this right?' })
  return (await generateText({ model, system: 'You review.', messages })).text
}
