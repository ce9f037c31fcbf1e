import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { replayView } from './replay-view.ts'

const file = 'scenarios/a.test.ts'

test.each([
  ['a plain test', { file, test: 'holds' }, undefined, `npx vitest run ${file} -t holds`],
  ['a test in a suite', { file, test: 'a > b (c)?' }, undefined, `npx vitest run ${file} -t 'a (> )?b \\(c\\)\\?'`],
  ['a property', { file, test: 'holds' }, -7, `npx vitest run ${file} -t holds --sequence.seed -7`],
  ['a project', { file, test: 'x', project: 'one' }, undefined, `npx vitest run ${file} --project one -t x`],
  ['a whole file', { file, test: '' }, undefined, `npx vitest run ${file}`],
  ['a name of two lines', { file, test: 'a\nb' }, undefined, `npx vitest run ${file}`],
  ['a name that turns writing round', { file, test: 'a\u202eb' }, undefined, `npx vitest run ${file}`],
  ['no test', null, undefined, ''],
])('%s is run again by one line', (_, origin, seed, command) => {
  expect(replayView(origin, seed)).toBe(command)
})

test('a shell reads a name as the pattern of just this name, whatever is in it', () => {
  const name = `it's "$(touch x)" \`y\`; #1 \\ > *.* [z] {2} a|b`
  const command = replayView({ file, test: name })
  const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command.replace('npx ', '')}`], { encoding: 'utf8' })
  const pattern = words.split('\n')[4]!
  expect(new RegExp(pattern).test(name)).toBe(true)
  expect(new RegExp(pattern).test(name.replace(' > ', ' '))).toBe(true)
  expect(new RegExp(pattern).test(name.replace('*', 'b'))).toBe(false)
})
