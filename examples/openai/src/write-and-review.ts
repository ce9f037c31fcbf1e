import type OpenAI from 'openai'
import { zodResponseFormat } from 'openai/helpers/zod'
import { z } from 'zod'

const Verdict = z.object({ verdict: z.enum(['accept', 'reject']), reasoning: z.string() })
const FORMAT = zodResponseFormat(Verdict, 'verdict')
/** More lenient than what is asked for: an acceptance without a reason is one. */
const Readable = Verdict.extend({ reasoning: z.string().catch('') })

/** What the loop is about: the task, and what only the critic knows. */
export interface Assignment {
  readonly task: string
  readonly rubric: string
}

/** A worker writes, a critic judges; the worker tries again until the critic accepts or three rounds are over. */
export async function writeAndReview({ task, rubric }: Assignment, client: OpenAI) {
  let draft = ''
  let critique = ''
  for (let round = 1; round <= 3; round++) {
    draft = await write(client, task, critique)
    const { verdict, reasoning } = await review(client, `Task:\n${task}\n\nRubric:\n${rubric}\n\nResult:\n${draft}`)
    if (verdict === 'accept') return { draft, round, accepted: true }
    critique = reasoning
  }
  return { draft, round: 3, accepted: false }
}

async function write(client: OpenAI, task: string, critique: string): Promise<string> {
  const again = critique === '' ? '' : `\n\nYour last answer was not good enough:\n${critique}`
  const { choices } = await client.chat.completions.create({
    model: 'gpt-5.2',
    messages: [
      { role: 'system', content: 'You write.' },
      { role: 'user', content: task + again },
    ],
  })
  return choices[0]?.message.content ?? ''
}

/** What cannot be read is no acceptance. */
async function review(client: OpenAI, content: string): Promise<z.infer<typeof Verdict>> {
  const { choices } = await client.chat.completions.create({
    model: 'gpt-5.2',
    messages: [
      { role: 'system', content: 'You review.' },
      { role: 'user', content },
    ],
    response_format: FORMAT,
  })
  try {
    return Readable.parse(JSON.parse(choices[0]?.message.content ?? ''))
  } catch {
    return { verdict: 'reject', reasoning: 'The review could not be read.' }
  }
}
