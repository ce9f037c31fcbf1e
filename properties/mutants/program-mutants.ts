import type { ModelProvider, ModelReply } from '../../src/providers/model.ts'
import type { ProgramLaw } from '../check-program.ts'
import type { Program } from '../subjects/program-options.ts'
import type { ProgramOptions } from '../subjects/program-subject.ts'

/** A plain async program with one fault planted, and the law that was made to find it. */
export interface ProgramMutant {
  readonly name: string
  readonly law: ProgramLaw
  readonly program: Program
}

/** What the program is to keep to: a writer drafts, an editor who does not know the question edits. */
export const draftFirewall: ProgramOptions = {
  name: 'an async program',
  slots: ['writer', 'editor'],
  inputs: ['question'],
  must: { writer: ['question'], editor: ['writer.text?'] },
  patienceMs: 40,
}

let runs = 0

/** Programs that each do one thing wrong. */
export const programMutants: readonly ProgramMutant[] = [
  drafting('cuts long texts off', 'presence', { edit: (text) => text.slice(0, 4_000) }),
  drafting('forgets the question once a call has failed', 'presence', { again: () => 'Go on.' }),
  drafting('composes what came decomposed', 'presence', { edit: (text) => text.normalize('NFC') }),

  drafting('carries the conversation along', 'taint', { messages: ({ question }) => [question] }),
  drafting('passes on what a failing call says', 'taint', {
    again: ({ question }, error) => `${question}\n${(error as Error).message}`,
  }),
  drafting('names a field after the question', 'taint', {
    schema: ({ question }) => ({ type: 'object', properties: { [question]: { type: 'string' } } }),
  }),

  drafting('tells the editor how the question begins', 'noninterference', {
    edit: (text, { question }) => text + question[0],
  }),
  drafting('spells the question backwards', 'noninterference', {
    edit: (text, { question }) => text + [...question].reverse().join(''),
  }),
  drafting('asks for as many edits as the question has lines', 'noninterference', {
    times: ({ question }) => question.split('\n').length,
  }),

  drafting('numbers its runs', 'determinacy', { edit: (text) => `${text} ${runs++}` }),
  drafting('leaves it to chance', 'determinacy', { edit: (text) => text + (Math.random() < 0.5 ? '!' : '') }),

  drafting('falls asleep over nothing', 'bounds', {
    hear: ({ text }) => (text === '' ? new Promise(() => undefined) : undefined),
  }),
  drafting('asks until it hears something', 'bounds', { insists: true }),
  drafting('trips over a failing call', 'bounds', {
    again: ({ question }, error) => `${question}${(error as { response: { status: number } }).response.status}`,
  }),
]

// Helpers

type Input = { readonly question: string }

/** Where a fault can be planted. */
interface Fault {
  readonly edit?: (text: string, input: Input) => string
  readonly again?: (input: Input, error: unknown) => string
  readonly messages?: (input: Input) => readonly string[]
  readonly schema?: (input: Input) => object
  readonly times?: (input: Input) => number
  readonly hear?: (reply: ModelReply) => Promise<unknown> | undefined
  readonly insists?: true
}

/** Drafts, once more if that fails, and has the draft edited. */
function drafting(name: string, law: ProgramLaw, fault: Fault): ProgramMutant {
  const { edit = (text) => text, again = ({ question }) => question, messages = () => [], times = () => 1 } = fault
  const program = async (given: object, model: ModelProvider) => {
    const input = given as Input
    const ask = async (slot: string, brief: string, more = {}) =>
      model.respond({ slot, component: 'm', brief, ...more }, {})
    const retried = (error: unknown) => ask('writer', again(input, error))
    let draft = await ask('writer', input.question).catch(retried)
    while (fault.insists && draft.text === '') draft = await ask('writer', input.question)
    await fault.hear?.(draft)
    const more = {
      messages: messages(input).map((content) => ({ role: 'user', content })),
      ...(fault.schema && { schema: fault.schema(input) }),
    }
    let edited = draft
    for (let time = 0; time < times(input); time++) edited = await ask('editor', edit(draft.text, input), more)
    return edited.text
  }
  return { name, law, program: program as Program }
}
