import { APICallError, generateText, type LanguageModel, Output, RetryError } from 'ai'
import { z } from 'zod'
import { wordsOf } from './words-of.ts'

const Verdict = z.object({ verdict: z.enum(['accept', 'reject']), reasoning: z.string().catch('') })

/** What the loop is about: the task, and what only the critic knows. */
export interface Assignment {
  readonly task: string
  readonly rubric: string
}

/** A worker writes, a critic judges; the worker tries again until the critic accepts or three rounds are over. */
export async function writeAndReview({ task, rubric }: Assignment, model: LanguageModel) {
  let draft = ''
  let critique = ''
  for (let round = 1; round <= 3; round++) {
    const again = critique === '' ? '' : `\n\nYour last answer was not good enough:\n${critique}`
    draft = wordsOf(await generateText({ model, system: 'You write.', prompt: task + again }))
    const { verdict, reasoning } = await review(model, `Task:\n${task}\n\nRubric:\n${rubric}\n\nResult:\n${draft}`)
    if (verdict === 'accept') return { draft, round, accepted: true }
    critique = reasoning
  }
  return { draft, round: 3, accepted: false }
}

/** What cannot be read is no acceptance. The words are read, since `output` takes none that come with a call of a tool. */
async function review(model: LanguageModel, prompt: string): Promise<z.infer<typeof Verdict>> {
  const output = Output.object({ schema: Verdict })
  try {
    const { text } = await generateText({ model, system: 'You review.', prompt, output })
    return Verdict.parse(JSON.parse(text))
  } catch (error) {
    if (APICallError.isInstance(error) || RetryError.isInstance(error)) throw error
    return { verdict: 'reject', reasoning: 'The review could not be read.' }
  }
}
