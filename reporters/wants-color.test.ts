import { expect, test } from 'vitest'
import { wantsColor } from './wants-color.ts'

test.each([
  [{}, true, true],
  [{}, false, false],
  [{}, undefined, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  [{ NO_COLOR: '', FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: 'false' }, true, false],
  [{ TERM: 'dumb' }, true, false],
  [{ CI: 'true' }, false, false],
])('%j at a terminal (%j) gives %j', (env, isTerminal, expected) => {
  expect(wantsColor(env, isTerminal)).toBe(expected)
})
