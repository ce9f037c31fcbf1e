import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import { accept, reject } from '../../src/providers/script-steps.ts'
import { scripted } from '../../src/providers/scripted.ts'
import { checkComposite } from '../check-composite.ts'
import { tampered } from '../mutants/tamper.ts'

const leaking = tampered(workerCritic, { tell: { worker: ({ input, k }) => (k > 1 ? `\n${input.criteria}` : '') } })
const accepted = scripted({ worker: ['One.'], critic: [accept()] })
const rejected = scripted({ worker: ['One.', 'Two.'], critic: [reject({ reasoning: 'No.' }), accept()] })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'seeds-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const check = async (seeds: readonly (typeof accepted)[], tries = 1) =>
  (await checkComposite(leaking, { laws: ['taint'], examples: folder, tries, seed: 1, seeds })).laws[0]!

describe('a law that a script of "seeds" breaks', () => {
  test('says by which of them, and not that an example was stored', async () => {
    const law = await check([accepted, rejected])
    expect(law).toMatchObject({ status: 'broken', tries: 2, path: null })
    expect(law.message.split('\n')[0]).toBe(
      '"worker-critic" breaks the law "taint" where it goes as in script 2 of the option "seeds".',
    )
  })

  test('is shown by the stored example from then on', async () => {
    await check([accepted, rejected])
    const law = await check([accepted, rejected])
    expect(law).toMatchObject({ status: 'broken', tries: 1, path: null })
    expect(law.message).toContain('still breaks the law "taint", as a stored example shows')
  })

  test('is found by a try of its own where no script shows it', async () => {
    const law = await check([accepted], 300)
    expect(law.message).toMatch(/^"worker-critic" breaks the law "taint" in try \d+/)
    expect(law.path).toEqual(expect.any(String))
  })
})
