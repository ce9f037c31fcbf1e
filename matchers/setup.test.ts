import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as matchers from './index.ts'

test('the setup knows every matcher by its name', () => {
  const text = readFileSync(new URL('./setup.ts', import.meta.url), 'utf8')
  const names = [...text.matchAll(/^ {2}'(to\w+)',$/gm)].map(([, name]) => name)
  expect(names.sort()).toEqual(Object.keys(matchers).sort())
})
