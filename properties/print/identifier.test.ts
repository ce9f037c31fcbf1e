import { expect, test } from 'vitest'
import type { ModelProvider } from '../../src/providers/model.ts'
import { checkProgram } from '../check-program.ts'
import { identifierOf } from './identifier.ts'

test.each([
  ['myLoop', 'myLoop'],
  ['my-loop', 'myLoop'],
  ['bound review', 'review'],
  ['Reviewer', 'Reviewer'],
  ['reviews.first', 'reviewsFirst'],
  ['class', 'myClass'],
  ['1st', 'my1st'],
  ['"?"', 'mySubject'],
  ['prüfen', 'prüfen'],
])('%s is %s in code', (name, identifier) => {
  expect(identifierOf(name)).toBe(identifier)
})

async function run({ text }: { text: string }, model: ModelProvider) {
  const { text: draft } = await model.respond({ slot: 'writer', component: 'any-model', brief: text }, {})
  await model.respond({ slot: 'editor', component: 'any-model', brief: `${draft}${text}` }, {})
}

test.each([
  ['run', "import { run as myRun } from './run.ts'", 'const run = await runProgram(myRun, {'],
  ['my loop', "import { myLoop } from './my-loop.ts'", 'const run = await runProgram(myLoop, {'],
])(
  'a printed test of a program called "%s" has no name twice and none that is none',
  async (name, imported, called) => {
    const { laws } = await checkProgram(run, {
      name,
      slots: ['writer', 'editor'],
      inputs: ['text'],
      must: { writer: ['text'], editor: ['writer.text'] },
      laws: ['taint'],
      tries: 20,
      examples: false,
    })
    expect(laws[0]?.counterexample).toContain(imported)
    expect(laws[0]?.counterexample).toContain(called)
  },
)
