import type OpenAI from 'openai'
import { zodTextFormat } from 'openai/helpers/zod'
import { z } from 'zod'

const Decision = z.object({ decision: z.enum(['continue', 'adjust', 'abort']), adjustment: z.string() })
const FORMAT = zodTextFormat(Decision, 'decision')
/** More lenient than what is asked for: an abort needs no adjustment. */
const Readable = Decision.extend({ adjustment: z.string().catch('') })

/** An actor acts, an observer reports what came of it, an arbiter decides by the report alone; two cycles at most. */
export async function actUnderWatch({ task }: { readonly task: string }, client: OpenAI) {
  let adjustment = ''
  for (let cycle = 1; ; cycle++) {
    const outcome = await ask(client, 'You act.', adjustment === '' ? task : `${task}\n\n${adjustment}`)
    const report = await ask(client, 'You observe.', `Task:\n${task}\n\nOutcome:\n${outcome}`)
    const decision = await decide(client, `Task:\n${task}\n\nReport:\n${report}`)
    if (decision.decision !== 'adjust' || cycle === 2) return { outcome, cycle, decision: decision.decision }
    adjustment = decision.adjustment
  }
}

async function ask(client: OpenAI, instructions: string, input: string): Promise<string> {
  const { output_text } = await client.responses.create({ model: 'gpt-5.2', instructions, input, store: false })
  return output_text
}

/** What cannot be read changes nothing. */
async function decide(client: OpenAI, input: string): Promise<z.infer<typeof Decision>> {
  const { output_text } = await client.responses.create({
    model: 'gpt-5.2',
    instructions: 'You decide.',
    input,
    store: false,
    text: { format: FORMAT },
  })
  try {
    return Readable.parse(JSON.parse(output_text))
  } catch {
    return { decision: 'continue', adjustment: '' }
  }
}
