import { Agent, type ModelProvider, Runner } from '@openai/agents'
import { z } from 'zod'
import { ask } from './ask.ts'

const writer = new Agent({ name: 'Writer', model: 'worker', instructions: 'You write.' })

const critic = new Agent({
  name: 'Critic',
  model: 'critic',
  instructions: 'You review.',
  // An acceptance without a reason is one.
  outputType: z.object({ verdict: z.enum(['accept', 'reject']), reasoning: z.string().catch('') }),
})

/** What the loop is about: the task, and what only the critic knows. */
export interface Assignment {
  readonly task: string
  readonly rubric: string
}

/** A worker writes, a critic judges; the worker tries again until the critic accepts or three rounds are over. */
export async function writeAndReview({ task, rubric }: Assignment, modelProvider: ModelProvider) {
  const runner = new Runner({ modelProvider, tracingDisabled: true })
  let draft = ''
  let critique = ''
  for (let round = 1; round <= 3; round++) {
    const again = critique === '' ? '' : `\n\nYour last answer was not good enough:\n${critique}`
    draft = (await ask(runner, writer, task + again)) ?? ''
    const judged = await ask(runner, critic, `Task:\n${task}\n\nRubric:\n${rubric}\n\nResult:\n${draft}`)
    // What cannot be read is no acceptance.
    const { verdict, reasoning } = judged ?? { verdict: 'reject', reasoning: 'The review could not be read.' }
    if (verdict === 'accept') return { draft, round, accepted: true }
    critique = reasoning
  }
  return { draft, round: 3, accepted: false }
}
