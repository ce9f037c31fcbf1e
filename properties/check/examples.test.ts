import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { oversight } from '../../src/composites/oversight.ts'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import { checkComposite } from '../check-composite.ts'
import { tampered } from '../mutants/tamper.ts'

const leaking = tampered(workerCritic, { tell: { worker: ({ input, k }) => (k > 1 ? `\n${input.criteria}` : '') } })
const short = tampered(workerCritic, { config: ({ max_rounds = 3 }) => ({ max_rounds: Math.max(1, max_rounds - 1) }) })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'examples-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const check = (composite = leaking, law: 'taint' | 'model' = 'taint') =>
  checkComposite(composite, { laws: [law], examples: folder, tries: 300, seed: 1 })
const files = () => readdirSync(folder)
const rewrite = (file: string, change: (text: string) => string) =>
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')))

describe('a failing example', () => {
  test('is kept in one small file that a person can read', async () => {
    const { notes } = await check()
    const [file = ''] = files()
    expect(file).toMatch(/^worker-critic--taint--[0-9a-f]{8}\.json$/)
    expect(notes).toEqual([expect.stringContaining(`npx tribunal repro ${folder}/${file}`)])
    const example = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    expect(example).toMatchObject({
      format: 'tribunal-example',
      version: 1,
      subject: 'worker-critic',
      law: 'taint',
      seed: 1,
    })
    expect(example.test).toContain('  expect(taint(run)).toEqual([])')
    expect(readFileSync(join(folder, file), 'utf8').length).toBeLessThan(4_000)
  })

  test('is tried first, and found without any other try', async () => {
    await check()
    const [law] = (await check()).laws
    expect(law).toMatchObject({ status: 'broken', tries: 1, path: null })
    expect(law?.message).toContain('still breaks the law "taint", as a stored example shows')
    expect(files()).toHaveLength(1)
  })

  test.each([
    ['lies', '00000000'],
    ['lies under the name of the smaller one', undefined],
  ])('makes way for a smaller one, wherever it %s', async (_, other) => {
    await check()
    const [kept = ''] = files()
    const file = other === undefined ? kept : kept.replace(/[0-9a-f]{8}(?=\.json)/, other)
    renameSync(join(folder, kept), join(folder, file))
    rewrite(file, (text) => {
      const example = JSON.parse(text)
      return JSON.stringify({ ...example, value: { ...example.value, inputs: [4, 4] } })
    })
    expect((await check()).laws[0]).toMatchObject({ status: 'broken', tries: 1 })
    expect(files()).toEqual([kept])
  })

  test('goes once it passes, and is said to have gone', async () => {
    await check()
    const { status, notes } = await check(workerCritic)
    expect(status).toBe('held')
    expect(notes).toEqual([expect.stringContaining('holds by now and was removed')])
    expect(files()).toEqual([])
  })

  test('of a law that no value can be stored of is found again by seed and path', async () => {
    await check(short, 'model')
    expect(JSON.parse(readFileSync(join(folder, files()[0]!), 'utf8'))).toMatchObject({ law: 'model', value: null })
    expect((await check(short, 'model')).laws[0]).toMatchObject({ status: 'broken', tries: 1 })
    expect((await check(workerCritic, 'model')).notes[0]).toContain('was removed')
  })

  test('is not kept where the test wants to see the law broken', async () => {
    await checkComposite(leaking, { laws: ['taint'], examples: folder, tries: 300, expect: 'broken' })
    expect(files()).toEqual([])
  })
})

describe('a file that is no use', () => {
  test.each<[string, (text: string) => string, string]>([
    ['cut off', (text) => text.slice(0, 100), 'cannot be read (it is no JSON)'],
    ['of something else', () => '{"format": "tribunal-run"}', 'is no example of Tribunal'],
    ['of another version', (text) => text.replace('"version": 1', '"version": 2'), 'has version 2, not 1'],
    ['without its law', (text) => text.replace('"law": "taint"', '"law": 7'), 'lacks some of its fields'],
    ['with a value that is none', (text) => text.replace(/"value": .*/, '"value": {"steps": 1},'), 'is outdated'],
    ['far too large', (text) => text + ' '.repeat(300_000), 'is larger than'],
  ])('because it is %s is reported and left alone', async (_, spoil, note) => {
    await check()
    rewrite(files()[0]!, spoil)
    const { status, notes } = await check(workerCritic)
    expect(status).toBe('held')
    expect(notes).toEqual([expect.stringContaining(note)])
    expect(files()).toHaveLength(1)
  })

  test('because the subject has another shape by now is reported and left alone', async () => {
    await check()
    const changed = { ...workerCritic, config: { max_rounds: { type: 'integer', minimum: 2, maximum: 3, default: 2 } } }
    const { notes } = await check(changed)
    expect(notes).toEqual([expect.stringContaining('is outdated: it was made for another shape of "worker-critic"')])
  })

  // Node's own recursive way never comes back from the second.
  test('because the folder cannot be written to is reported', async () => {
    writeFileSync(join(folder, 'taken'), '')
    for (const examples of [join(folder, 'taken'), '/proc/self/examples/of-tribunal']) {
      const { status, notes } = await checkComposite(leaking, { laws: ['taint'], examples, tries: 300 })
      expect(status).toBe('broken')
      expect(notes).toEqual([expect.stringContaining('could not be kept')])
    }
  })
})

test('several at once write one file, whole', async () => {
  const reports = await Promise.all(Array.from({ length: 5 }, () => check()))
  expect(reports.map(({ status }) => status)).toEqual(new Array(5).fill('broken'))
  expect(files()).toHaveLength(1)
  expect(JSON.parse(readFileSync(join(folder, files()[0]!), 'utf8')).law).toBe('taint')
})

test('subjects do not see the examples of others', async () => {
  await check()
  expect((await checkComposite(oversight, { laws: ['taint'], examples: folder, tries: 300 })).notes).toEqual([])
})
