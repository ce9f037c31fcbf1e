import { Annotation, END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import type { ChatOpenAI } from '@langchain/openai'
import { z } from 'zod'

const Decision = z.object({ decision: z.enum(['continue', 'adjust', 'abort']), adjustment: z.string().catch('') })

const State = Annotation.Root({
  task: Annotation<string>,
  adjustment: Annotation<string>,
  outcome: Annotation<string>,
  report: Annotation<string>,
  decision: Annotation<string>,
  cycle: Annotation<number>,
})

/** An actor acts, an observer reports what came of it, an arbiter decides by the report alone; two cycles at most. */
export async function actUnderWatch({ task }: { readonly task: string }, llm: ChatOpenAI) {
  const ask = async (system: string, user: string) => {
    const { text } = await llm.invoke([
      ['system', system],
      ['user', user],
    ])
    return text
  }
  const graph = new StateGraph(State)
    .addNode('act', async ({ task, adjustment, cycle }) => ({
      outcome: await ask('You act.', adjustment === '' ? task : `${task}\n\n${adjustment}`),
      cycle: cycle + 1,
    }))
    .addNode('observe', async ({ task, outcome }) => ({
      report: await ask('You observe.', `Task:\n${task}\n\nOutcome:\n${outcome}`),
    }))
    .addNode('decide', async ({ task, report }) =>
      read(await ask('You decide. Answer with JSON.', `Task:\n${task}\n\nReport:\n${report}`)),
    )
    .addEdge(START, 'act')
    .addEdge('act', 'observe')
    .addEdge('observe', 'decide')
    .addConditionalEdges('decide', ({ decision, cycle }) => (decision === 'adjust' && cycle < 2 ? 'act' : END))
    .compile()
  const { outcome, cycle, decision } = await graph.invoke({ task, adjustment: '', cycle: 0 })
  return { outcome, cycle, decision }
}

/** The planted leak: a state of messages that all nodes share, as the tutorials have it. The arbiter reads what the actor said. */
export async function actInOneThread({ task }: { readonly task: string }, llm: ChatOpenAI): Promise<string> {
  const node =
    (system: string) =>
    async ({ messages }: typeof MessagesAnnotation.State) => ({
      messages: [await llm.invoke([{ role: 'system', content: system }, ...messages])],
    })
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('act', node('You act.'))
    .addNode('observe', node('You observe.'))
    .addNode('decide', node('You decide.'))
    .addEdge(START, 'act')
    .addEdge('act', 'observe')
    .addEdge('observe', 'decide')
    .addEdge('decide', END)
    .compile()
  const { messages } = await graph.invoke({ messages: [{ role: 'user', content: task }] })
  return messages.at(-1)?.text ?? ''
}

/** What cannot be read changes nothing. */
function read(text: string): z.infer<typeof Decision> {
  try {
    return Decision.parse(JSON.parse(text))
  } catch {
    return { decision: 'continue', adjustment: '' }
  }
}
