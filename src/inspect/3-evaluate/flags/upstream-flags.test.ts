import { describe, expect, test } from 'vitest'
import { materialOf } from '../../../../test/inspect/material-of.ts'
import type { NamedUpstream } from '../../2-extract/read-upstream.ts'
import type { UpstreamReport } from '../../inspection.ts'
import { upstreamFlags } from './upstream-flags.ts'

const PERFECT = materialOf('perfect')
const flags = (upstream: readonly NamedUpstream[], reports: readonly UpstreamReport[] = []) => [
  ...upstreamFlags({ ...PERFECT, upstream }, reports),
]
const named = (runId: string, source: NamedUpstream['source'], stated: NamedUpstream['stated'] = null) => ({
  runId,
  stated,
  source,
  evidence: { path: source === 'log' ? 'vm.log.md' : `bindings/caller/${runId}.md`, excerpt: runId },
})
const report = (completed: boolean | null): UpstreamReport => ({
  run_id: 'up',
  completed,
  verdict: completed === null ? null : completed ? 'pass' : 'fail',
  runtime_fidelity: null,
  task_effectiveness: null,
  error: completed === null ? 'not-followed' : null,
  upstream: [],
})

describe('how a run says that another ended', () => {
  test('is contradicted by one that did not complete, and by one that did', () => {
    expect(flags([named('up', 'input', 'completed')], [report(false)])).toMatchObject([
      {
        id: 'conflicting-evidence',
        description: 'The run says that "up", on which it builds, completed; that run (fail) says otherwise.',
        evidence: [{ path: 'bindings/caller/up.md', excerpt: 'up' }],
      },
    ])
    expect(flags([named('up', 'input', 'failed')], [report(true)])).toMatchObject([
      { description: 'The run says that "up", on which it builds, did not complete; that run (pass) says otherwise.' },
    ])
  })

  test.each([
    ['completed', true, 0],
    ['failed', false, 0],
    ['open', false, 0],
    ['open', true, 0],
    [null, true, 0],
    [null, false, 0],
    ['completed', null, 0],
    ['failed', null, 0],
    ['completed', false, 1],
    ['failed', true, 1],
  ] as const)('%s, of one of which completed is %s, makes so many flags: %i', (stated, completed, count) => {
    expect(flags([named('up', 'input', stated)], [report(completed)])).toHaveLength(count)
  })

  test('is believed of a run that nobody reports on', () => {
    expect(flags([named('up', 'input', 'completed')])).toEqual([])
  })
})

describe('a log that lists where the run took inputs from', () => {
  test('conflicts with inputs from elsewhere, once for all of them, with the start of the list', () => {
    const all = [named('a', 'log'), named('b', 'log'), named('a', 'input'), named('x', 'input'), named('y', 'input')]
    expect(flags(all)).toMatchObject([
      {
        id: 'conflicting-evidence',
        evidence: [
          { path: 'bindings/caller/x.md', excerpt: 'x' },
          { path: 'bindings/caller/y.md', excerpt: 'y' },
          { path: 'vm.log.md', excerpt: 'a' },
        ],
      },
    ])
    expect(flags(all)[0]?.evidence).toHaveLength(3)
    expect(flags([...all].reverse())[0]?.evidence.map(({ excerpt }) => excerpt)).toEqual(['y', 'x', 'b'])
  })

  test('has nothing against inputs that it lists, nor against having none', () => {
    expect(flags([named('a', 'log'), named('b', 'log'), named('a', 'input')])).toEqual([])
    expect(flags([named('a', 'log')])).toEqual([])
  })

  test('is not missed where no log lists any', () => {
    expect(flags([named('a', 'input')])).toEqual([])
  })
})
