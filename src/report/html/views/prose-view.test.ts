import { expect, test } from 'vitest'
import { proseView } from './prose-view.ts'

test.each([
  ['plain', [{ text: 'plain' }]],
  ['a **b** c', [{ text: 'a ' }, { text: 'b', strong: true }, { text: ' c' }]],
  ['see `vm.log.md:3`.', [{ text: 'see ' }, { text: 'vm.log.md:3', code: true }, { text: '.' }]],
  ['\\*\\*not bold\\*\\* \\`no code\\` \\\\', [{ text: '**not bold** `no code` \\' }]],
  ['an open `tick and **star', [{ text: 'an open `tick and ' }, { text: 'star', strong: true }]],
  ['<b>x</b> [y](javascript:z)', [{ text: '<b>x</b> [y](javascript:z)' }]],
  ['', []],
])('reads %j', (markdown, spans) => {
  expect(proseView(markdown)).toEqual(spans)
})
