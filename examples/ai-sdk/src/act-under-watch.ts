import { APICallError, generateText, type LanguageModel, Output, RetryError, streamText } from 'ai'
import { z } from 'zod'
import { wordsOf } from './words-of.ts'

const Decision = z.object({
  decision: z.enum(['continue', 'adjust', 'abort']),
  adjustment: z.string().catch(''),
})

/** An actor acts, an observer reports what came of it, an arbiter decides by the report alone; two cycles at most. */
export async function actUnderWatch({ task }: { readonly task: string }, model: LanguageModel) {
  let adjustment = ''
  for (let cycle = 1; ; cycle++) {
    const prompt = adjustment === '' ? task : `${task}\n\n${adjustment}`
    const acting = streamText({ model, system: 'You act.', prompt, onError: () => {} })
    const outcome = wordsOf({ text: await acting.text, finishReason: await acting.finishReason })
    const observed = await generateText({
      model,
      system: 'You observe.',
      prompt: `Task:\n${task}\n\nOutcome:\n${outcome}`,
    })
    const report = wordsOf(observed)
    const decision = await decide(model, `Task:\n${task}\n\nReport:\n${report}`)
    if (decision.decision !== 'adjust' || cycle === 2) return { outcome, cycle, decision: decision.decision }
    adjustment = decision.adjustment
  }
}

/** What cannot be read changes nothing. The words are read, since `output` takes none that come with a call of a tool. */
async function decide(model: LanguageModel, prompt: string): Promise<z.infer<typeof Decision>> {
  const output = Output.object({ schema: Decision })
  try {
    const { text } = await generateText({ model, system: 'You decide.', prompt, output })
    return Decision.parse(JSON.parse(text))
  } catch (error) {
    if (APICallError.isInstance(error) || RetryError.isInstance(error)) throw error
    return { decision: 'continue', adjustment: '' }
  }
}
