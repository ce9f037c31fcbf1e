import { type Agent, MaxTurnsExceededError, ModelBehaviorError, type Runner } from '@openai/agents'

/**
 * One question to one agent. What is no answer (a tool that does not exist, words where a schema was asked for, nothing at all) is
 * undefined, instead of an end of everything.
 */
// biome-ignore lint/suspicious/noExplicitAny: an agent of any context and output
export async function ask<A extends Agent<any, any>>(runner: Runner, agent: A, input: string) {
  try {
    return (await runner.run(agent, input, { maxTurns: 1 })).finalOutput
  } catch (error) {
    if (error instanceof ModelBehaviorError || error instanceof MaxTurnsExceededError) return undefined
    throw error
  }
}
