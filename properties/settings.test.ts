import { describe, expect, test } from 'vitest'
import { workerCritic } from '../src/composites/worker-critic.ts'
import type { JsonSchema } from '../src/json/json.ts'
import type { ModelProvider } from '../src/providers/model.ts'
import { checkComposite } from './check-composite.ts'
import { checkProgram, type ProgramLaw } from './check-program.ts'
import { isText, madeUp } from './table/made-up.ts'

interface Given {
  readonly text: string
  readonly setting: unknown
}

const ask = async (model: ModelProvider, slot: string, brief: string) =>
  (await model.respond({ slot, component: 'any-model', brief }, {})).text

const tells = (say: (setting: unknown) => string) => async (given: Given, model: ModelProvider) => {
  const draft = await ask(model, 'writer', given.text)
  return ask(model, 'editor', `${say(given.setting)}${draft}`)
}

function statusOf(
  program: (given: Given, model: ModelProvider) => unknown,
  setting: JsonSchema,
  { sees = [], laws = ['noninterference'] }: { sees?: readonly string[]; laws?: readonly ProgramLaw[] } = {},
) {
  return checkProgram(program, {
    slots: ['writer', 'editor'],
    inputs: { text: { type: 'string' }, setting },
    must: { writer: ['text'], editor: ['writer.text'] },
    sees: { editor: sees },
    laws,
    tries: 150,
    examples: false,
  }).then(({ status }) => status)
}

const SETTINGS: readonly JsonSchema[] = [
  { type: 'integer' },
  { type: 'number', minimum: 0, maximum: 1 },
  { type: 'boolean' },
  { enum: ['gold', 'silver'] },
  { type: 'array', items: { type: 'string' } },
  { type: 'object', properties: { vip: { type: 'boolean' } } },
  { type: ['integer', 'null'], exclusiveMinimum: 3 },
]

describe('an input that is no text', () => {
  test.each(SETTINGS)('may not be told to whom it is not to be told: %j', async (setting) => {
    const program = tells((value) => JSON.stringify(value))
    expect(await statusOf(program, setting)).toBe('broken')
    expect(await statusOf(program, setting, { sees: ['setting'], laws: ['noninterference', 'determinacy'] })).toBe(
      'held',
    )
  })

  test('may not steer what a slot is told', async () => {
    expect(
      await statusOf(
        tells((vip) => (vip ? 'Be kind. ' : '')),
        { type: 'boolean' },
      ),
    ).toBe('broken')
  })

  test('may steer how often is asked', async () => {
    const program = async ({ text, setting }: Given, model: ModelProvider) => {
      let draft = ''
      for (let i = 0; i < Number(setting); i++) {
        draft = await ask(model, 'writer', text)
        await ask(model, 'editor', draft)
      }
    }
    expect(await statusOf(program, { type: 'integer', minimum: 1, maximum: 3 })).toBe('held')
  })

  test('is what its schema says', async () => {
    const files = async ({ text, setting }: Given, model: ModelProvider) => {
      if (!Array.isArray(setting) || setting.some((file) => typeof file.name !== 'string')) throw new Error('no files')
      return ask(model, 'editor', await ask(model, 'writer', text))
    }
    const items = { type: 'object', properties: { name: { type: 'string' } } }
    expect(await statusOf(files, { type: 'array', items }, { laws: ['bounds'] })).toBe('held')
  })

  test.each([
    [{ type: 'integer', minimum: 1, maximum: 3 }, [1, 2, 3]],
    [{ type: 'integer', maximum: -2 }, [-2]],
    [{ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 3 }, [1, 2]],
    [{ const: 'x' }, ['x']],
  ] as const)('stays within %j', (schema, values) => {
    const made = Array.from({ length: 10 }, (_, style) => madeUp(schema as JsonSchema, 'n', style, undefined).value)
    expect([...new Set(made)].sort()).toEqual(values)
  })

  test('has as many entries as it may have', () => {
    const schema = { type: 'array', minItems: 2, maxItems: 2 }
    for (const change of [undefined, 'other', 'blank', 'longer'] as const)
      expect(madeUp(schema, 'list', 0, change).value).toHaveLength(2)
    expect(isText({ type: ['null', 'string'] })).toBe(true)
  })
})

test('presence is not verified where no slot must be told anything', async () => {
  const program = async (_: unknown, model: ModelProvider) => ask(model, 'writer', 'Write something.')
  const report = await checkProgram(program, {
    slots: ['writer'],
    inputs: ['text'],
    must: {},
    laws: ['presence'],
    tries: 50,
    examples: false,
  })
  expect(report.laws[0]?.missing).toContain('a try that could have failed')
})

test('taint is not verified where nothing is born before the last call', async () => {
  const program = async (_: unknown, model: ModelProvider) => ask(model, 'writer', 'Write something.')
  const options = { slots: ['writer'], inputs: [], must: {}, tries: 50, examples: false } as const
  const { laws } = await checkProgram(program, { ...options, laws: ['taint'] })
  expect(laws[0]?.missing).toContain('a try that could have failed')
})

test('what a composite is always given, and not every slot may see, leaves the laws of flow unverified', async () => {
  const options = { laws: ['taint', 'noninterference', 'presence'], tries: 300, examples: false } as const
  const { laws } = await checkComposite(workerCritic, { ...options, input: { criteria: 'It has two digits.' } })
  const still = 'another value of "criteria", which the option "input" keeps the same though not every slot may see it'
  expect(laws.map(({ law, missing }) => [law, missing])).toEqual([
    ['presence', []],
    ['taint', [still]],
    ['noninterference', [still]],
  ])
  const open = await checkComposite(workerCritic, { ...options, input: { task_brief: 'Name a prime.' } })
  expect(open.status).toBe('held')
})
