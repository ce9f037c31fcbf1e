import { type Arbiter, type Inspector, ourArbiter } from '../../properties/index.ts'
import { panel } from '../../properties/mutants/run-mutants.ts'
import { tampered } from '../../properties/mutants/tamper.ts'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import { readVerdict } from '../../src/decisions/read-verdict.ts'
import { inspectRun } from '../../src/inspect/inspect-run.ts'
import type { ModelProvider } from '../../src/providers/model.ts'
import { memoryFiles } from '../../src/trace/memory-files.ts'

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

const numbering = (resultOf: (run: number) => string): typeof panel => {
  let runs = 0
  return {
    ...panel,
    *delegate(...given) {
      yield* panel.delegate(...given)
      return { result: resultOf(++runs) }
    },
  }
}

/** Two judges and a clerk who counts on from one run to the next. */
export const numberedPanel = numbering(String)

/** Its first run fails, and every second one after. */
export const tiredPanel = numbering((run) => {
  if (run % 2 === 1) throw new Error('too tired')
  return 'done'
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

export const shortCritic = tampered(workerCritic, {
  config: ({ max_rounds = 3 }) => ({ max_rounds: Math.max(1, max_rounds - 1) }),
})

export const draft = { slots: ['writer'], inputs: ['question'], must: { writer: ['question'] } } as const

const ask = async (model: ModelProvider, brief: string) => model.respond({ slot: 'writer', component: 'm', brief }, {})

/** A program that leaves something to chance. */
export const undecided = ({ question }: { question: string }, model: ModelProvider) =>
  ask(model, Math.random() < 0.5 ? question : `${question}!`)

/** A program that waits for something that never comes. */
export async function waiting({ question }: { question: string }, model: ModelProvider) {
  if ((await ask(model, question)).text === '') await new Promise(() => undefined)
}

/** A program that cuts what it is given. */
export const cutting = ({ question }: { question: string }, model: ModelProvider) =>
  ask(model, question.slice(0, 5_000))

/** A reader that says that what it cannot read is readable. */
export const sureReader = (reply: Parameters<typeof readVerdict>[0]) => ({ ...readVerdict(reply), readable: true })

/** A reader that accepts wherever it finds the word. */
export const easyReader = (reply: Parameters<typeof readVerdict>[0]) =>
  /accept/i.test(reply.text) ? { ...readVerdict({ text: 'accept' }) } : readVerdict(reply)

const saying =
  (remark: (files: ReadonlyMap<string, string>) => string): Inspector =>
  (files, depth) => {
    const result = inspectRun(memoryFiles(files), { depth, partial: true })
    return { ...result, inspection: { ...result.inspection, summary: remark(files) } }
  }

export const orderedInspector = saying((files) => [...files.keys()][0]!)
export const endingInspector = saying((files) => String(files.get('vm.log.md')?.includes('\r')))
export const localInspector = saying(() => String(new Date(0).getHours()))

/** An inspector that likes what is missing. */
export const lenientInspector: Inspector = (files, depth) => {
  const result = inspectRun(memoryFiles(files), { depth, partial: true })
  return { ...result, inspection: { ...result.inspection, task_effectiveness: 60 - files.size } }
}

/** An arbiter that thinks of an action of its own. */
export const willful: Arbiter = {
  ...ourArbiter,
  name: 'willful',
  decide: async (input, options) => ({ ...(await ourArbiter.decide(input, options)), action: 'do as I like' }),
}
