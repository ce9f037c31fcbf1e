import type OpenAI from 'openai'

const TASK =
  'Write two paragraphs on why the sea is salty, for readers of twelve years, with one source for each number.'

/** A worker and its critic, as people write them with the client: three rounds, six calls. */
export async function workerCritic(client: OpenAI): Promise<number> {
  const ask = async (model: string, content: string): Promise<string> => {
    const { choices } = await client.chat.completions.create({ model, messages: [{ role: 'user', content }] })
    return choices[0]!.message.content ?? ''
  }
  let draft = ''
  let critique = ''
  for (let round = 0; round < 3; round++) {
    draft = await ask('worker', critique === '' ? TASK : `${TASK}\n\n${critique}`)
    critique = await ask('critic', `${TASK}\n\n${draft}`)
  }
  return draft.length + critique.length
}
