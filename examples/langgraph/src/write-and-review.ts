import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import type { ChatOpenAI } from '@langchain/openai'
import { z } from 'zod'

const Verdict = z.object({ verdict: z.enum(['accept', 'reject']), reasoning: z.string().catch('') })

/** What the loop is about: the task, and what only the critic knows. */
export interface Assignment {
  readonly task: string
  readonly rubric: string
}

const State = Annotation.Root({
  task: Annotation<string>,
  rubric: Annotation<string>,
  draft: Annotation<string>,
  critique: Annotation<string>,
  round: Annotation<number>,
  accepted: Annotation<boolean>,
})

/** A worker writes, a critic judges; the worker tries again until the critic accepts or three rounds are over. */
export async function writeAndReview({ task, rubric }: Assignment, llm: ChatOpenAI) {
  const graph = new StateGraph(State)
    .addNode('write', async ({ task, critique, round }) => {
      const again = critique === '' ? '' : `\n\nYour last answer was not good enough:\n${critique}`
      const { text } = await llm.invoke([
        ['system', 'You write.'],
        ['user', task + again],
      ])
      return { draft: text, round: round + 1 }
    })
    .addNode('review', async ({ task, rubric, draft }) => {
      const { text } = await llm.invoke([
        ['system', 'You review. Answer with JSON: { "verdict": "accept" or "reject", "reasoning": text }.'],
        ['user', `Task:\n${task}\n\nRubric:\n${rubric}\n\nResult:\n${draft}`],
      ])
      const { verdict, reasoning } = read(text)
      return { accepted: verdict === 'accept', critique: reasoning }
    })
    .addEdge(START, 'write')
    .addEdge('write', 'review')
    .addConditionalEdges('review', ({ accepted, round }) => (accepted || round === 3 ? END : 'write'))
    .compile()
  const { draft, round, accepted } = await graph.invoke({ task, rubric, critique: '', round: 0, accepted: false })
  return { draft, round, accepted }
}

/** What cannot be read is no acceptance. */
function read(text: string): z.infer<typeof Verdict> {
  try {
    return Verdict.parse(JSON.parse(text))
  } catch {
    return { verdict: 'reject', reasoning: 'The review could not be read.' }
  }
}
