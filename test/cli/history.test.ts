import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRegistry } from '../../src/inspect/1-index/open-registry.ts'
import { registryEntry } from '../inspect/registry-entry.ts'
import { schemaFaults } from './schema-faults.ts'
import { type Setting, tryCommand } from './try-command.ts'

const scratch = mkdtempSync(join(tmpdir(), 'tribunal-history-'))
const file = join(scratch, 'registry.db')
afterAll(() => rmSync(scratch, { recursive: true }))

const day = (number: number) => ({ timestamp: `2026-05-${String(number).padStart(2, '0')}T08:00:00.000Z` })

beforeAll(() => {
  const registry = openRegistry(file)
  registry.record(registryEntry(1, { ...day(1), verdict: 'fail', runtime_fidelity: 69 }), '{}')
  registry.record(registryEntry(2, { ...day(2), depth: 'light', runtime_fidelity: 85, task_effectiveness: 80 }), '{}')
  registry.record(registryEntry(3, { ...day(3), system: 'other\u001b[2J', run_id: 'a\nb' }), '{}')
  registry.record(registryEntry(4, day(4)), '{}')
  registry.record(registryEntry(5, { ...day(5), verdict: 'partial', task_effectiveness: 69 }), '{}')
  registry.close()
})

const history = (args: readonly string[] = [], setting?: Setting) =>
  tryCommand(['history', '--registry', file, ...args], setting)

test('shows verdicts and scores over time, system by system, with what changed', async () => {
  expect(await history()).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "harbour-bulletin
    inspected, UTC    verdict  fidelity   effectiveness  depth  run
    2026-05-01 08:00  fail      69         98            deep   run-0001
    2026-05-02 08:00  pass      85         80            light  run-0002
    2026-05-04 08:00  pass      98 (+29)   98            deep   run-0004
    2026-05-05 08:00  partial   98         69 (−29)      deep   run-0005

    other⟨ESC⟩[2J
    inspected, UTC    verdict  fidelity  effectiveness  depth  run
    2026-05-03 08:00  pass      98        98            deep   a b

    ",
    }
  `)
})

test('shows one system, one depth, the latest, and what is since a day', async () => {
  const ids = async (...args: string[]) =>
    JSON.parse((await history(['--json', ...args])).stdout).entries.map(({ run_id }: { run_id: string }) => run_id)
  expect(await ids('harbour-bulletin')).toEqual(['run-0001', 'run-0002', 'run-0004', 'run-0005'])
  expect(await ids('harbour-bulletin', '--depth', 'deep')).toEqual(['run-0001', 'run-0004', 'run-0005'])
  expect(await ids('--limit', '1')).toEqual(['run-0005', 'a\nb'])
  expect(await ids('--since', '2026-05-04')).toEqual(['run-0004', 'run-0005'])
})

test('gives JSON as its schema says; a change is against the inspection before of the same system and depth', async () => {
  const document = JSON.parse((await history(['harbour-bulletin', '--json', '--since', '2026-05-02'])).stdout)
  expect(schemaFaults('history', document)).toEqual([])
  expect(
    document.entries.map((entry: Record<string, unknown>) => [entry.fidelity_change, entry.effectiveness_change]),
  ).toEqual([
    [null, null],
    [29, 0],
    [0, -29],
  ])
})

test('fits a narrow terminal', async () => {
  const { stdout } = await history([], { columns: 60 })
  expect(
    stripVTControlCharacters(stdout)
      .split('\n')
      .filter((line) => line.length > 60),
  ).toEqual([])
})

test('knows no other system, and says what there is', async () => {
  const { code, stderr } = await history(['harbour-buletin'])
  expect([code, stderr]).toEqual([
    2,
    'error: No inspection of the system "harbour-buletin" is on record. Did you mean harbour-bulletin?\n',
  ])
})

test('says when nothing is on record, and makes no registry', async () => {
  const empty = join(scratch, 'empty.db')
  openRegistry(empty).close()
  expect((await tryCommand(['history', '--registry', empty])).stdout).toBe(`No inspection is on record (${empty}).\n`)
  expect((await history(['--since', '2027-01-01'])).stdout).toBe(`No inspection on record is of that kind (${file}).\n`)
  expect((await tryCommand(['history', '--registry', join(scratch, 'none.db')])).code).toBe(2)
  expect(existsSync(join(scratch, 'none.db'))).toBe(false)
})
