import { describe, expect, test } from 'vitest'
import { proposerAdversary } from '../src/composites/proposer-adversary.ts'
import type { ModelProvider } from '../src/providers/model.ts'
import { checkComposite } from './check-composite.ts'
import { checkProgram } from './check-program.ts'

const program = async ({ question }: { question: string }, model: ModelProvider) =>
  model.respond({ slot: 'writer', component: 'm', brief: question }, {})
const firewall = { slots: ['writer'], inputs: ['question'], must: { writer: ['question'] }, examples: false } as const

describe('a check of a program says what is wrong with its options, before any try', () => {
  test.each<[string, object, string]>([
    ['no slots', { slots: undefined }, 'slots is neither a list of names nor an object with them'],
    ['slots that are none', { slots: [1] }, 'slots is neither a list of names nor an object with them'],
    ['no inputs', { inputs: undefined }, 'inputs is neither a list of names nor an object with them'],
    ['nothing that is told', { must: undefined }, 'must is no object with a list of labels per slot'],
    ['a label instead of a list', { must: { writer: 'question' } }, 'must.writer is no list of labels'],
    ['a label that nobody knows', { sees: { writer: ['editor.text'] } }, 'sees.writer names "editor.text"'],
    ['a route that is none', { route: 'slot' }, 'route is no function'],
    ['no calls at all', { most: 0 }, 'most: 0 is below 1'],
    ['no patience', { patienceMs: 0 }, 'patienceMs: 0 is below 1'],
    ['a path that is none', { path: 'garbage' }, 'path: "garbage" is none'],
    ['a law that is none', { laws: ['secrecy'] }, 'No law of programs is called secrecy'],
    ['a law of composites', { laws: ['taint', 'results'] }, 'No law of programs is called results. Known: presence,'],
  ])('%s', async (_, options, message) => {
    await expect(checkProgram(program, { ...firewall, ...options } as never)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining(message),
    })
  })

  test('a program that is none', async () => {
    await expect(checkProgram('program' as never, firewall)).rejects.toThrow('it is no function')
  })
})

describe('a check of a composite says what is wrong', () => {
  test.each([[undefined], [{}], [{ ...proposerAdversary, delegate: 'no' }]])(
    '%o is no composite',
    async (composite) => {
      await expect(checkComposite(composite as never)).rejects.toThrow('is no composite. Make one with defineComposite')
    },
  )

  test('an input that no text fits has to be given', async () => {
    const digits = { ...proposerAdversary, input: { task_brief: { type: 'string', pattern: '^[0-9]+$' } } }
    await expect(checkComposite(digits)).rejects.toThrow(
      'does not fit task_brief: give a value yourself, in the option',
    )
    const given = { input: { task_brief: '42' }, examples: false, tries: 300 } as const
    expect((await checkComposite(digits, given)).laws.filter(({ status }) => status === 'broken')).toEqual([])
  })
})
