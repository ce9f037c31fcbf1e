import type OpenAI from 'openai'

/** The same idea with one thread of messages that everybody reads and writes. The planted leak: the critic sees the plan. */
export async function reviewInOneThread({ task }: { readonly task: string }, client: OpenAI): Promise<string> {
  const thread: OpenAI.ChatCompletionMessageParam[] = []
  const say = async (system: string, content: string): Promise<string> => {
    thread.push({ role: 'user', content })
    const messages = [{ role: 'system' as const, content: system }, ...thread]
    const { choices } = await client.chat.completions.create({ model: 'gpt-5.2', messages })
    const text = choices[0]?.message.content ?? ''
    thread.push({ role: 'assistant', content: text })
    return text
  }
  const plan = await say('You plan.', task)
  const draft = await say('You write.', `Write by this plan:\n${plan}`)
  return say('You review.', `Judge this text by itself:\n${draft}`)
}
