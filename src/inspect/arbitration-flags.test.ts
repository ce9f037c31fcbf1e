import { describe, expect, test } from 'vitest'
import { byDefault, forged, revised } from '../../test/arbitration/sample-records.ts'
import { proposerAdversary } from '../composites/proposer-adversary.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'
import { memoryFiles } from '../trace/memory-files.ts'
import { renderRunFiles } from '../trace/render-run-files.ts'
import { inspectRun } from './inspect-run.ts'

const run = runCompositeSync(proposerAdversary, {
  input: { task_brief: 'Name a prime.' },
  model: scripted({ proposer: ['9'], adversary: ['It is 3 × 3.'] }),
})
const outside = forged(revised, (copy) => {
  copy.outcome.action = 'delete'
})

/** Inspects the run with files in its arbitration folder. */
function inspect(records: { readonly [name: string]: unknown }, depth: 'light' | 'deep' = 'deep') {
  const files = Object.fromEntries(renderRunFiles(run))
  for (const [name, record] of Object.entries(records))
    files[`arbitration/${name}`] = typeof record === 'string' ? record : JSON.stringify(record)
  return inspectRun(memoryFiles(files), { depth })
}

const flagsOf = (records: { readonly [name: string]: unknown }) =>
  inspect(records).inspection.flags.filter(({ id }) => id.startsWith('arbitration-'))

describe('the inspector flags', () => {
  test('nothing where a model chose from the list', () => {
    expect(flagsOf({ '1.json': revised })).toEqual([])
    expect(inspect({ '1.json': revised }).inspection).toMatchObject({ verdict: 'pass', runtime_fidelity: 98 })
  })

  test('an action outside the list as critical, and the run no longer passes', () => {
    const { flags, verdict, runtime_fidelity } = inspect({ '1.json': outside }).inspection
    expect(flags[0]).toEqual({
      id: 'arbitration-outside-list',
      severity: 'critical',
      layer: 'host-runtime',
      description: 'arbitration/1.json: the flow took an action that it was not allowed to take.',
      evidence: [{ path: 'arbitration/1.json', excerpt: '/outcome/action is "delete", which was not allowed' }],
    })
    expect([verdict, runtime_fidelity]).toEqual(['partial', 69])
  })

  test('a default as worth knowing, which costs nothing', () => {
    expect(flagsOf({ '1.json': byDefault })).toEqual([
      {
        id: 'arbitration-default',
        severity: 'info',
        layer: 'prose',
        description: 'arbitration/1.json: the flow took its default.',
        evidence: [{ path: 'arbitration/1.json', excerpt: '/outcome is the default "stop", because of "timeout"' }],
      },
    ])
    expect(inspect({ '1.json': byDefault }).inspection).toMatchObject({ verdict: 'pass', runtime_fidelity: 98 })
  })

  test.each<[string, unknown, RegExp]>([
    [
      'a record that does not follow from its replies',
      forged(revised, (r) => {
        r.outcome.action = 'reload'
      }),
      /does not keep the contract of arbitration in 1 place/,
    ],
    ['a file that is no JSON', '{', /is no record of arbitration/],
    ['a key twice', '{"form":1,"form":2}', /is no record of arbitration/],
    ['another JSON', {}, /does not keep the contract/],
    ['nothing', '', /is no record of arbitration/],
  ])('%s as a warning', (_, record, description) => {
    const flags = flagsOf({ '1.json': record })
    expect(flags).toMatchObject([{ id: 'arbitration-broken', severity: 'warning' }])
    expect(flags[0]?.description).toMatch(description)
    expect(inspect({ '1.json': record }).inspection.runtime_fidelity).toBe(85)
  })

  test('each record by its number, and no other file', () => {
    const flags = flagsOf({
      '10.json': byDefault,
      '9.json': byDefault,
      'notes.json': '{',
      '1.txt': '{',
      'old/1.json': '{',
    })
    expect(flags.map(({ description }) => description.split(':')[0])).toEqual([
      'arbitration/9.json',
      'arbitration/10.json',
    ])
  })

  test('nothing in light, which does not look', () => {
    expect(inspect({ '1.json': outside }, 'light').inspection.flags.map(({ id }) => id)).not.toContain(
      'arbitration-outside-list',
    )
  })
})

test('what is too large or too many to read is a gap', () => {
  const large = inspect({ '1.json': `"${'x'.repeat(1_100_000)}"` })
  expect(large.evaluation.evidence_gaps).toContain('arbitration/1.json was not read: it has 1100002 bytes')
  const many = inspect(Object.fromEntries(Array.from({ length: 103 }, (_, at) => [`${at + 1}.json`, byDefault])))
  expect(many.evaluation.evidence_gaps).toContain('3 of 103 records of arbitration were not read')
  expect(many.evaluation.flags.filter(({ id }) => id === 'arbitration-default')).toHaveLength(100)
})
