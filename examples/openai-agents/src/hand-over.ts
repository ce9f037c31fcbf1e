import { Agent, type AgentInputItem, type HandoffInputData, handoff, type ModelProvider, Runner } from '@openai/agents'

/**
 * A clerk answers and hands over to a reviewer. The planted leak is what a handoff does by itself: it takes the whole history along,
 * and the history holds what the clerk thought.
 */
export const handOver = ({ task }: { readonly task: string }, models: ModelProvider) => run(task, models, [reviewer])

/** The same with a filter that leaves thoughts behind. */
export const handOverWords = ({ task }: { readonly task: string }, models: ModelProvider) =>
  run(task, models, [handoff(reviewer, { inputFilter: withoutThoughts })])

const reviewer = new Agent({ name: 'reviewer', model: 'reviewer', instructions: 'You review.' })

async function run(task: string, modelProvider: ModelProvider, handoffs: Agent['handoffs']) {
  const clerk = new Agent({ name: 'clerk', model: 'clerk', instructions: 'You answer, then hand over.', handoffs })
  const runner = new Runner({ modelProvider, tracingDisabled: true })
  return (await runner.run(clerk, task, { maxTurns: 2 })).finalOutput
}

function withoutThoughts({ inputHistory, preHandoffItems, newItems, ...rest }: HandoffInputData): HandoffInputData {
  const isThought = (item: AgentInputItem) => item.type === 'reasoning'
  return {
    ...rest,
    inputHistory: typeof inputHistory === 'string' ? inputHistory : inputHistory.filter((item) => !isThought(item)),
    preHandoffItems: preHandoffItems.filter(({ rawItem }) => !isThought(rawItem as AgentInputItem)),
    newItems: newItems.filter(({ rawItem }) => !isThought(rawItem as AgentInputItem)),
  }
}
