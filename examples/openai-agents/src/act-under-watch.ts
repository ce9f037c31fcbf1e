import { Agent, type ModelProvider, Runner } from '@openai/agents'
import { z } from 'zod'
import { ask } from './ask.ts'

const actor = new Agent({ name: 'Actor', model: 'actor', instructions: 'You act.' })
const observer = new Agent({ name: 'Observer', model: 'observer', instructions: 'You observe.' })
const arbiter = new Agent({
  name: 'Arbiter',
  model: 'arbiter',
  instructions: 'You decide.',
  outputType: z.object({ decision: z.enum(['continue', 'adjust', 'abort']), adjustment: z.string().catch('') }),
})

/** An actor acts, an observer reports what came of it, an arbiter decides by the report alone; two cycles at most. */
export async function actUnderWatch({ task }: { readonly task: string }, modelProvider: ModelProvider) {
  const runner = new Runner({ modelProvider, tracingDisabled: true })
  let adjustment = ''
  for (let cycle = 1; ; cycle++) {
    const outcome = (await ask(runner, actor, adjustment === '' ? task : `${task}\n\n${adjustment}`)) ?? ''
    const report = (await ask(runner, observer, `Task:\n${task}\n\nOutcome:\n${outcome}`)) ?? ''
    const decided = await ask(runner, arbiter, `Task:\n${task}\n\nReport:\n${report}`)
    // What cannot be read changes nothing.
    const decision = decided ?? { decision: 'continue', adjustment: '' }
    if (decision.decision !== 'adjust' || cycle === 2) return { outcome, cycle, decision: decision.decision }
    adjustment = decision.adjustment
  }
}
