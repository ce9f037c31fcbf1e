import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkComposite, checkProgram } from '../../properties/index.ts'
import { chatter, leakingCritic } from '../laws/subjects.ts'
import { tryCommand } from './try-command.ts'

const module = './test/laws/subjects.ts'

/** The example file that checking a faulty composite leaves. */
async function exampleOf(from?: { readonly module: string; readonly name: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'examples-'))
  await checkComposite(leakingCritic, { laws: ['taint'], tries: 100, seed: 1, examples: folder, ...(from && { from }) })
  const [file = ''] = await readdir(folder)
  return join(folder, file)
}

describe('tribunal repro', () => {
  test('shows what is still broken, with the test to paste', async () => {
    const { code, stdout } = await tryCommand(['repro', await exampleOf({ module, name: 'leakingCritic' })])
    expect(code).toBe(1)
    expect(stdout).toContain('still breaks the law "taint"')
    expect(stdout).toContain('  expect(taint(run)).toEqual([])')
  })

  test('says when the law holds by now', async () => {
    const ours = { module: 'vitest-tribunal', name: 'workerCritic' }
    const { code, stdout } = await tryCommand(['repro', await exampleOf(ours)])
    expect([code, stdout]).toEqual([0, '"worker-critic" keeps the law "taint" here by now.\n'])
  })

  test('does not take one of ours for another of the same name', async () => {
    const { code, stdout } = await tryCommand(['repro', await exampleOf()])
    expect(code).toBe(2)
    expect(stdout).toContain('Where "worker-critic" is found from here nobody knows; paste the test.')
  })

  test('prints the test where the subject cannot be loaded', async () => {
    const { code, stdout } = await tryCommand(['repro', await exampleOf({ module: './gone.ts', name: 'leaking' })])
    expect(code).toBe(2)
    expect(stdout).toContain('The subject "worker-critic" cannot be loaded')
    expect(stdout).toContain("import { leaking } from './gone.ts'")
  })

  test('loads the subject from where it is said to be now', async () => {
    const file = await exampleOf({ module: './gone.ts', name: 'leakingCritic' })
    expect((await tryCommand(['repro', file, '--module', module])).code).toBe(1)
  })

  const firewall = { slots: ['writer', 'editor'], inputs: ['question'], must: { editor: ['writer.text'] } }
  const exampleOfProgram = async (more = {}) => {
    const folder = await mkdtemp(join(tmpdir(), 'examples-'))
    const from = { module, name: 'chatter' }
    await checkProgram(chatter, { ...firewall, laws: ['taint'], tries: 50, examples: folder, from, ...more })
    const [file = ''] = await readdir(folder)
    return join(folder, file)
  }

  test('tries a program with what it was checked with', async () => {
    const { code, stdout } = await tryCommand(['repro', await exampleOfProgram()])
    expect(code).toBe(1)
    expect(stdout).toContain('"chatter" still breaks the law "taint"')
  })

  test('says when a program is checked with functions that the example lacks', async () => {
    const route = ({ slot }: { readonly slot: string }) => slot
    const { code, stdout } = await tryCommand(['repro', await exampleOfProgram({ route })])
    expect(code).toBe(2)
    expect(stdout).toContain('paste the test')
  })

  test.each([
    ['slots', 7],
    ['must', { editor: 'writer.text' }],
    ['inputs', null],
  ])('survives an example whose %s are nonsense', async (name, nonsense) => {
    const file = await exampleOfProgram()
    const example = JSON.parse(await readFile(file, 'utf8'))
    example.origin.firewall[name] = nonsense
    await writeFile(file, JSON.stringify(example))
    expect((await tryCommand(['repro', file])).code).toBe(2)
  })

  test('refuses a file that is no example', async () => {
    const file = await exampleOf()
    await writeFile(file, (await readFile(file, 'utf8')).slice(0, 40))
    const { code, stderr } = await tryCommand(['repro', file])
    expect(code).toBe(2)
    expect(stderr).toContain('cannot be read (it is no JSON)')
  })
})
