import { tampered } from '../../properties/mutants/tamper.ts'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import { readVerdict } from '../../src/decisions/read-verdict.ts'
import type { ModelProvider } from '../../src/providers/model.ts'

/** Composites and programs with a fault each, for tests of what a failure prints. */
export const leakingCritic = tampered(workerCritic, {
  tell: { worker: ({ input, k }) => (k > 1 ? `\n${input.criteria}` : '') },
})

export const countingCritic = tampered(workerCritic, {
  tell: { critic: ({ k }) => `\nTake ${k}.` },
})

export const endlessCritic = tampered(workerCritic, { config: (config) => ({ ...config, max_rounds: 1_000 }) })

export const forgettingCritic = tampered(workerCritic, { end: ({ final_critique: _, ...result }) => result })

export const thinkingAloud = tampered(workerCritic, {
  tell: { critic: ({ replies }) => '.'.repeat(replies.worker?.at(-1)?.private?.reasoning?.length ?? 0) },
})

/** A plain async program that carries its conversation along. */
export async function chatter({ question }: { question: string }, model: ModelProvider) {
  const messages = [{ role: 'user' as const, content: question }]
  const draft = await model.respond({ slot: 'writer', component: 'm', brief: question }, {})
  messages.push({ role: 'user', content: draft.text })
  return model.respond({ slot: 'editor', component: 'm', brief: draft.text, messages: [...messages] }, {})
}

/** A program whose slots are told apart by a header, and that reads a decision. */
export async function stubborn({ task }: { task: string }, model: ModelProvider) {
  const ask = (to: string, brief: string) =>
    model.respond({ slot: '', component: 'm', brief, headers: { 'x-role': to } }, {})
  for (let round = 1; ; round++) {
    const work = await ask('maker', round === 1 ? task : `${task} (${round})`)
    const verdict = await ask('checker', `${task}\n${work.text}`)
    if (verdict.text.startsWith('OK') || round === 3) return work.text
  }
}

export const stubbornFirewall = {
  slots: { maker: { primary: true }, checker: { says: ['OK: ', 'NO: '], decides: readVerdict } },
  must: { maker: ['task'], checker: ['task', 'maker.text'] },
  inputs: ['task'],
  route: ({ headers }: { readonly headers?: { readonly [name: string]: string } }) => headers?.['x-role'] ?? '',
}
