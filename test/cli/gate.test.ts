import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { assemble, type Parts, writeDocument } from '../../src/report/assemble.ts'
import type { TribunalRecord } from '../../src/report/records.ts'
import schema from '../../src/schemas/gate.schema.json' with { type: 'json' }
import { inspectionRecord, lawRecord } from '../reporter/records.ts'
import { emptyFolder } from '../reporter/run-project.ts'
import { tryCommand } from './try-command.ts'

const HEAD = '"format": "tribunal-policy", "version": 1'

async function folderWith(records: readonly TribunalRecord[], narrowed: 'no' | 'files' = 'no') {
  const folder = await emptyFolder()
  const put = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const document = (some: readonly TribunalRecord[], how = narrowed) =>
    writeDocument(assemble({ seed: 1, scope: { include: null, narrowed: how }, level: 'pass', records: some }))
  const file = await put('tribunal.json', document(records, narrowed))
  return { folder, file, put, document, at: (name: string) => join(folder, name) }
}

const good = inspectionRecord({ system: 'a', run_id: 'r' })

test('without a policy every verdict has to pass', async () => {
  const { file } = await folderWith([good])
  expect(await tryCommand(['gate', file])).toEqual({
    code: 0,
    stdout: '✓ The gate (pass) is satisfied: 1 inspection.\n',
    stderr: '',
  })
})

test('a policy refuses by case, rule and number, and advice turns nothing red', async () => {
  const { file, put } = await folderWith([good, lawRecord({ tries: 20 })])
  const policy = await put(
    'p.jsonc',
    `{${HEAD}, // ours
      "hard": { "laws": { "minTries": 100 } }, "advisory": { "floors": [{ "system": "a", "taskEffectiveness": 99 }] } }`,
  )
  const { code, stdout } = await tryCommand(['gate', file, '--policy', policy])
  expect(code).toBe(1)
  expect(stdout).toMatchInlineSnapshot(`
    "  ✗ tries presence of worker-critic: 20 tries, and the policy asks for 100.
      advice floor a (r): task effectiveness 98 is under the floor of system a, which asks for 99.
    ✗ The gate (pass) refuses: 1 under the gate. Exit code 1.
    "
  `)
})

test('the result as JSON fits its schema, and the words go to standard error', async () => {
  const { file } = await folderWith([inspectionRecord({ verdict: 'fail' })])
  const { code, stdout, stderr } = await tryCommand(['gate', file, '--json'])
  const result = JSON.parse(stdout) as { exit_code: number }
  const validate = new Ajv2020().compile(schema)
  expect([validate(result), validate.errors]).toEqual([true, null])
  expect([code, result.exit_code]).toEqual([1, 1])
  expect(stderr).toContain('✗ The gate (pass) refuses: 1 under the gate. Exit code 1.')
})

test('annotations of what the policy refuses come along for a GitHub job, and its summary says the same', async () => {
  const { file, put } = await folderWith([good])
  const policy = await put('p.jsonc', `{${HEAD}, "hard": {"floors": [{"system": "a", "taskEffectiveness": 99}]}}`)
  const summary = await put('summary.md', 'before\n')
  const { stdout, stderr } = await tryCommand(['gate', file, '--policy', policy, '--github'], {
    env: { GITHUB_STEP_SUMMARY: summary },
  })
  expect(stdout).toContain('::error title=Tribunal%3A floor::a (r): task effectiveness 98')
  expect(stderr).toBe('')
  expect(await readFile(summary, 'utf8')).toMatchInlineSnapshot(`
    "before

    ## ❌ Policy: under the gate

    Gate: pass. Exit code 1.

    ### Refused

    | case | rule | why |
    | --- | --- | --- |
    | \`a (r)\` | floor | a \\(r\\)\\: task effectiveness 98 is under the floor of system a\\, which asks for 99\\. |
    "
  `)
})

test('init writes a policy that the gate takes, and never over one that is there', async () => {
  const { file, at } = await folderWith([good, lawRecord()])
  const policy = at('sub/policy.jsonc')
  expect((await tryCommand(['init', '--out', policy])).code).toBe(0)
  expect((await tryCommand(['gate', file, '--policy', policy])).code).toBe(0)
  await writeFile(policy, 'mine')
  const again = await tryCommand(['init', '--out', policy])
  expect([again.code, await readFile(policy, 'utf8')]).toEqual([2, 'mine'])
  expect((await tryCommand(['init', '--out', policy, '--force'])).code).toBe(0)
  expect(await readFile(policy, 'utf8')).toContain('tribunal-policy')
})

test('a policy that cannot be used, or is missing, is 2', async () => {
  const { file, put } = await folderWith([good])
  const broken = await tryCommand(['gate', file, '--policy', await put('p.jsonc', `{${HEAD}, "hrd": {}}`)])
  expect([broken.code, broken.stdout]).toEqual([2, ''])
  expect(broken.stderr).toContain('"hrd" is no key of it')
  const missing = await tryCommand(['gate', file, '--policy', 'no-such.jsonc'])
  expect([missing.code, missing.stderr]).toEqual([
    2,
    'error: no-such.jsonc cannot be read: there is no such file. Run `tribunal init` to have one written.\n',
  ])
})

test.each(['hard', 'advisory'])('a policy may not forbid a flag that there is not (%s)', async (rules) => {
  const { file, put } = await folderWith([good])
  const policy = await put('p.jsonc', `{${HEAD}, "${rules}": {"forbiddenFlags": ["order-violatd"]}}`)
  const { code, stderr } = await tryCommand(['gate', file, '--policy', policy])
  expect(code).toBe(2)
  expect(stderr).toContain('"order-violatd", and there is no such flag. Did you mean order-violated?')
})

test('a byte order mark in front of what is read is no fault', async () => {
  const { file, put, at } = await folderWith([good])
  await tryCommand(['baseline', 'accept', file, '--out', at('b.json')])
  const marked = async (name: string, text: string) => put(name, `\ufeff${text}`)
  const args = [
    await marked('marked.json', await readFile(file, 'utf8')),
    ...['--policy', await marked('p.jsonc', `{${HEAD}}`)],
    ...['--baseline', await marked('m.json', await readFile(at('b.json'), 'utf8'))],
  ]
  expect(await tryCommand(['gate', ...args])).toMatchObject({ code: 0, stderr: '' })
})

test('a baseline is there once somebody accepted one, and regressions against it are named', async () => {
  const { file, at, put, document } = await folderWith([good, inspectionRecord({ system: 'b', run_id: 's' })])
  const baseline = at('baseline.json')
  const first = await tryCommand(['gate', file, '--baseline', baseline])
  expect(first.code).toBe(2)
  expect(first.stderr).toContain('A first run never becomes the baseline by itself')

  const accepted = await tryCommand(['baseline', 'accept', file, '--out', baseline, '--note', 'by hand'])
  expect(accepted).toMatchObject({ code: 0, stdout: `${baseline}: 2 cases accepted. Commit it.\n` })
  expect(JSON.parse(await readFile(baseline, 'utf8'))).toMatchObject({
    accepted_at: '2026-05-12T08:00:00.000Z',
    note: 'by hand',
  })
  expect((await tryCommand(['gate', file, '--baseline', baseline])).code).toBe(0)

  const worse = [
    inspectionRecord({ system: 'a', run_id: 'r', runtime_fidelity: 90 }),
    inspectionRecord({ system: 'c' }),
  ]
  const later = await put('later.json', document(worse))
  const policy = await put('p.jsonc', `{${HEAD}, "baseline": {"file": "baseline.json", "maxDrop": 5}}`)
  const { code, stdout } = await tryCommand(['gate', later, '--policy', policy])
  expect(code).toBe(1)
  expect(stdout).toMatchInlineSnapshot(`
    "  ✗ lower-score a (r): runtime fidelity 90 is 8 points under the baseline's 98 (allowed: 5).
      ✗ missing-case b: it is in the baseline and missing now.
      new 1 case unknown to the baseline: review, then accept
    ✗ The gate (pass) refuses: 2 under the gate. Exit code 1.
    "
  `)
})

test.each([
  ['a narrowed run', [good], 'files' as const, 'it was narrowed to some files, so cases are missing from it'],
  ['an empty run', [], 'no' as const, 'it holds no inspection and no law'],
  ['a run of single trials', [lawRecord({ run: 'r', tries: 1 })], 'no' as const, 'it holds no inspection and no law'],
])('%s cannot be the baseline', async (_, records, narrowed, why) => {
  const { file, at } = await folderWith(records, narrowed)
  const { code, stderr } = await tryCommand(['baseline', 'accept', file, '--out', at('b.json')])
  expect(code).toBe(2)
  expect(stderr).toContain(why)
  await expect(readFile(at('b.json'))).rejects.toThrow('ENOENT')
})

const file = { project: '', file: 'a.test.ts', included: true, in_full: false, checks: 0 }
test.each<[string, Partial<Parts>, string]>([
  [
    'a test that failed before it recorded anything',
    { files: [file], tests: [{ project: '', file: 'a.test.ts', test: 't', state: 'failed', flaky: false }] },
    'a.test.ts > t failed before it recorded anything',
  ],
  ['a file that did not run to its end', { files: [file] }, 'a.test.ts did not run to its end'],
])('a run with %s cannot be the baseline', async (_, parts, why) => {
  const { put, at } = await folderWith([])
  const torn = assemble({ seed: 1, scope: { include: null, narrowed: 'no' }, level: 'pass', records: [good], ...parts })
  const { code, stderr } = await tryCommand([
    ...['baseline', 'accept', await put('torn.json', writeDocument(torn))],
    ...['--out', at('b.json')],
  ])
  expect([code, stderr]).toEqual([2, expect.stringContaining(why)])
})

test('accepting says what the baseline cannot know of', async () => {
  const { put, at } = await folderWith([])
  const files = [{ ...file, in_full: true, skipped: 2 }]
  const skips = assemble({ seed: 1, scope: { include: null, narrowed: 'no' }, level: 'pass', records: [good], files })
  const { stdout } = await tryCommand([
    ...['baseline', 'accept', await put('skips.json', writeDocument(skips))],
    ...['--out', at('b.json')],
  ])
  expect(stdout).toContain('b.json: 1 case accepted; what 2 skipped tests would check is not in it. Commit it.')
})

test('a baseline is never written over the run that it is made of', async () => {
  const { file } = await folderWith([good])
  const before = await readFile(file, 'utf8')
  const { code, stderr } = await tryCommand(['baseline', 'accept', file, '--out', file])
  expect([code, stderr]).toEqual([2, expect.stringContaining('--out would write over')])
  expect(await readFile(file, 'utf8')).toBe(before)
})
