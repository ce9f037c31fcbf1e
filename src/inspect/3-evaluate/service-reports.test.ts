import { describe, expect, test } from 'vitest'
import { sampleFiles } from '../../../test/inspect/sample-files.ts'
import { memoryFiles } from '../../trace/memory-files.ts'
import { inspectRun } from '../inspect-run.ts'
import type { Case } from './case.ts'
import { declaredErrors } from './declared-errors.ts'
import { serviceReports } from './service-reports.ts'

const START = '2026-05-12T06:00:00Z'
const END = '2026-05-12T08:00:01+02:00'

describe('the time that a service took', () => {
  test.each([
    ['nothing is said', undefined, [null, null, null]],
    ['both ends are said', { startedAt: START, endedAt: END, durationMs: null }, [START, END, 1000]],
    ['the ends are the same', { startedAt: START, endedAt: START, durationMs: null }, [START, START, 0]],
    ['it ends before it begins', { startedAt: END, endedAt: START, durationMs: null }, [END, START, null]],
    ['one end is said', { startedAt: START, endedAt: null, durationMs: null }, [START, null, null]],
    ['the other end is said', { startedAt: null, endedAt: END, durationMs: null }, [null, END, null]],
    ['a duration is said', { startedAt: START, endedAt: END, durationMs: 7 }, [START, END, 7]],
    ['only a duration is said', { startedAt: null, endedAt: null, durationMs: 7 }, [null, null, 7]],
  ])('where %s', (_, times, [started_at, ended_at, duration_ms]) => {
    const [report] = serviceReports({
      states: [{ service: { name: 'editor' }, status: 'completed' }],
      serviceClauses: new Map(),
      unseenContracts: new Set(['editor']),
      material: { log: { times: new Map(times ? [['editor', times]] : []) } },
    } as unknown as Case)
    expect(report).toEqual({
      name: 'editor',
      status: 'completed',
      timing: { started_at, ended_at, duration_ms },
      contract: { satisfied: 0, partial: 0, violated: 0, unevaluable: 1 },
    })
  })
})

describe('the errors that a service may raise', () => {
  const has = (names: { service?: string[]; contract?: string[] | null; root?: string[] | null }, error: string) => {
    const { service = [], contract = [], root = [] } = names
    const material = {
      located: {},
      contracts: new Map([['editor', contract === null ? null : { errors: contract }]]),
      root: root === null ? null : { errors: root },
    }
    return declaredErrors(material as never, { name: 'editor', errors: service } as never)?.has(error)
  }

  test('are those of the manifest, of its contract and of the root', () => {
    expect([has({ service: ['a'] }, 'a'), has({ contract: ['a'] }, 'a'), has({ root: ['a'] }, 'a')]).toEqual([
      true,
      true,
      true,
    ])
    expect([has({ service: ['a'] }, 'b'), has({}, 'a'), has({ root: null }, 'a')]).toEqual([false, false, false])
  })

  test('are not known where its contract is not there and nobody else names any', () => {
    expect(has({ contract: null }, 'a')).toBeUndefined()
    expect([has({ contract: null, root: ['a'] }, 'a'), has({ contract: null, service: ['a'] }, 'b')]).toEqual([
      true,
      false,
    ])
  })
})

describe('an error of a name that tells nothing', () => {
  const errorsOf = (name: string, changes: Parameters<typeof sampleFiles>[1]) => {
    const { evaluation, inspection } = inspectRun(memoryFiles(sampleFiles(name, changes)))
    return [evaluation.errors, inspection.flags.filter(({ id }) => id === 'undeclared-error').length]
  }

  test('is unknown where programs declare none', () => {
    const log = String(sampleFiles('program-era')['state.md']).replace('2→ plan ✓', '2→ plan ✗ paper-jam')
    expect(errorsOf('program-era', { 'state.md': log })).toEqual([
      [{ service: 'plan', error: 'paper-jam', class: 'unknown', handled_by: null }],
      0,
    ])
  })

  test('is unknown in a state directory, which has no contracts', () => {
    const all = JSON.parse(String(sampleFiles('reactor')['receipts.json']))
    expect(errorsOf('reactor', { 'receipts.json': JSON.stringify(all.slice(0, 7)) })).toEqual([
      [{ service: 'responsibility.tides', error: 'gauge-silent', class: 'unknown', handled_by: null }],
      0,
    ])
  })
})

test('a run of which nothing can be judged is refused, and said which score', () => {
  expect(() => inspectRun('fixtures/runs/artefacts-only', { partial: true })).toThrow(
    expect.objectContaining({
      code: 'insufficient-data',
      message: expect.stringMatching(/^Nothing in run "unknown" can be evaluated for task_effectiveness: ./),
      details: { score: 'task_effectiveness' },
    }),
  )
})
