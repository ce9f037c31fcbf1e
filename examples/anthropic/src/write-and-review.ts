import type Anthropic from '@anthropic-ai/sdk'
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod'
import { z } from 'zod'
import { ask, wordsOf } from './ask.ts'

const Verdict = z.object({ verdict: z.enum(['accept', 'reject']), reasoning: z.string() })
const FORMAT = zodOutputFormat(Verdict)
/** More lenient than what is asked for: an acceptance without a reason is one. */
const Readable = Verdict.extend({ reasoning: z.string().catch('') })

/** What the loop is about: the task, and what only the critic knows. */
export interface Assignment {
  readonly task: string
  readonly rubric: string
}

/** A worker writes, a critic judges; the worker tries again until the critic accepts or three rounds are over. */
export async function writeAndReview({ task, rubric }: Assignment, client: Anthropic) {
  let draft = ''
  let critique = ''
  for (let round = 1; round <= 3; round++) {
    const again = critique === '' ? '' : `\n\nYour last answer was not good enough:\n${critique}`
    draft = wordsOf(await ask(client, 'You write.', task + again))
    const content = `Task:\n${task}\n\nRubric:\n${rubric}\n\nResult:\n${draft}`
    const { verdict, reasoning } = readVerdict(wordsOf(await ask(client, 'You review.', content, FORMAT)))
    if (verdict === 'accept') return { draft, round, accepted: true }
    critique = reasoning
  }
  return { draft, round: 3, accepted: false }
}

/** What cannot be read is no acceptance. */
function readVerdict(words: string): z.infer<typeof Verdict> {
  try {
    return Readable.parse(JSON.parse(words))
  } catch {
    return { verdict: 'reject', reasoning: 'The review could not be read.' }
  }
}
