import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error: a script without types
import { generate } from '../../../scripts/precompile-templates.mjs'

test('the generated module is what its sources give (else run: node scripts/precompile-templates.mjs)', () => {
  expect(readFileSync(join(import.meta.dirname, 'assets.generated.ts'), 'utf8')).toBe(generate())
})
