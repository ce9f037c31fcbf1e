import { describe, expect, test } from 'vitest'
import { sampleFiles } from '../../test/inspect/sample-files.ts'
import { memoryFiles } from '../trace/memory-files.ts'
import { readStatus } from './dialects/read-status.ts'
import { inspectRun } from './inspect-run.ts'

type Changes = Parameters<typeof sampleFiles>[1]
const inspect = (name: string, changes: Changes = {}) => inspectRun(memoryFiles(sampleFiles(name, changes)))
const flagsOf = (name: string, changes: Changes) =>
  inspect(name, changes)
    .inspection.flags.filter(({ severity }) => severity !== 'info')
    .map(({ id }) => id)
const log = (name: string, from: string | RegExp, to: string) => ({
  'vm.log.md': String(sampleFiles(name)['vm.log.md']).replace(from, to),
})
const ERROR = 'workspace/editor/__error.md'

describe('log and disk', () => {
  test.each<[string, string, Changes, string]>([
    ['a mark without an output', 'perfect', { 'bindings/planner/plan.json': null }, 'marked-without-output'],
    ['an output without a mark', 'perfect', log('perfect', '6→ editor ✓\n', ''), 'output-without-mark'],
    ['an error file without a mark', 'perfect', { [ERROR]: '# Error: ink-out\n' }, 'error-without-mark'],
    [
      'a mark without an error file',
      'handled-error',
      { 'workspace/berth-reader/__error.md': null },
      'mark-without-error-file',
    ],
    ['a binding unlike its copy', 'perfect', { 'workspace/planner/plan.json': '{}' }, 'stale-binding'],
    [
      'a heading without an output',
      'envelope-shortfall',
      { 'bindings/fallback/notice.md': null },
      'marked-without-output',
    ],
    ['an output that a page calls pending', 'status-page', {}, 'output-without-mark'],
  ])('disagree by %s', (_, name, changes, id) => {
    expect(flagsOf(name, changes)).toContain(id)
  })

  test.each([
    ['front matter', '---\nerror: ink-out\nspent: 0\n---\n\n# something else\n'],
    ['"# Error: name"', '# Error: ink-out\n\nPartial data: none\n'],
    ['"# service: name"', '# editor: ink-out\n'],
    ['its first heading', '# ink-out\n'],
    ['front matter with CRLF', '---\r\nerror: ink-out\r\n---\r\n'],
  ])('an error file names its error in %s', (_, text) => {
    expect(inspect('perfect', { [ERROR]: text }).evaluation.errors).toMatchObject([
      { service: 'editor', error: 'ink-out' },
    ])
  })
})

test('a failure that a heading and a mark tell of is counted once', () => {
  const { extraction } = inspect('mixed-failed')
  expect([extraction.error_count, extraction.services_errored]).toEqual([1, ['tide-reader']])
  expect(inspect('sections-failed').extraction.error_count).toBe(1)
})

describe('how a run ended', () => {
  const ended = (name: string, changes: Changes = {}) => {
    const { extraction, inspection } = inspectRun(memoryFiles(sampleFiles(name, changes)))
    const conflicts = inspection.flags.some(({ id }) => id === 'conflicting-evidence')
    return [extraction.status_source, extraction.completed, extraction.failed, conflicts]
  }
  const front = (status: string) => ({
    'vm.log.md': `---\nrun_id: 20260512-060100-a1b2c3\nsystem: harbour-bulletin\nstatus: ${status}\n---\n\n${sampleFiles('perfect')['vm.log.md']}`,
  })

  test.each<[string, string, Changes, readonly [string, boolean, boolean, boolean]]>([
    ['its last line', 'perfect', {}, ['terminator', true, false, false]],
    ['front matter', 'sections-failed', {}, ['front-matter', false, true, false]],
    ['a word in prose', 'envelope-shortfall', {}, ['prose', true, false, false]],
    [
      'an error file',
      'perfect',
      { ...log('perfect', /---end.*\n/, ''), [ERROR]: '# ink-out\n' },
      ['disk', false, true, false],
    ],
    ['receipts', 'reactor', {}, ['receipts', true, false, false]],
    ['nothing', 'cut-off', {}, ['none', false, false, false]],
    [
      'a test that passed',
      'perfect',
      log('perfect', /---end.*\n/, '---test PASS\n'),
      ['terminator', true, false, false],
    ],
    [
      'a test that failed',
      'perfect',
      log('perfect', /---end.*\n/, '---test FAIL (1/2)\n'),
      ['terminator', false, true, false],
    ],
    [
      'a test that passed, before the end',
      'perfect',
      log('perfect', /---end.*\n/, '---test PASS\n$&'),
      ['terminator', true, false, false],
    ],
    [
      'a test that failed, whatever ends the log after it',
      'perfect',
      log('perfect', /---end.*\n/, '---test FAIL (1/2)\n$&'),
      ['terminator', false, true, false],
    ],
    ['its last line, against front matter', 'perfect', front('failed'), ['terminator', true, false, true]],
    ['its last line, as front matter', 'perfect', front('completed'), ['terminator', true, false, false]],
    [
      'the last of two ends',
      'perfect',
      log('perfect', /---end.*\n/, '$&---error 2026-05-12T06:11:00Z late\n'),
      ['terminator', false, true, true],
    ],
    [
      'nothing, once it was resumed',
      'perfect',
      log('perfect', /---end.*\n/, '$&---resume 2026-05-12T06:11:00Z\n'),
      ['terminator', false, false, false],
    ],
  ])('is said by %s', (_, name, changes, said) => {
    expect(ended(name, changes)).toEqual(said)
  })

  test('has no time once it was resumed and never ended', () => {
    const { extraction } = inspect('perfect', log('perfect', /---end.*\n/, '$&---resume 2026-05-12T06:11:00Z\n'))
    expect(extraction.ended_at).toBeNull()
  })
})

describe('times of a service', () => {
  const timing = (changes: Changes, name = 'perfect', service = 'editor') =>
    inspect(name, changes).inspection.services.find((report) => report.name === service)?.timing
  const note = (said: string) => timing(log('perfect', '6→ editor ✓', `6→ editor ✓ (${said})`))
  const NONE = { started_at: null, ended_at: null, duration_ms: null }

  test('are those that its mark states with a zone', () => {
    expect(note('2026-05-12T08:00:00+02:00 → 2026-05-12T06:00:30Z')).toEqual({
      started_at: '2026-05-12T06:00:00.000Z',
      ended_at: '2026-05-12T06:00:30.000Z',
      duration_ms: 30_000,
    })
    expect(note('ended 2026-05-12T06:00:30Z')).toEqual({ ...NONE, ended_at: '2026-05-12T06:00:30.000Z' })
    expect(note('started at 2026-05-12T06:00:30Z')).toEqual({ ...NONE, started_at: '2026-05-12T06:00:30.000Z' })
    expect(note('2m 10s')).toEqual({ ...NONE, duration_ms: 130_000 })
  })

  test.each([
    '2026-05-12T06:00:30',
    '06:00:30Z',
    'window from 2026-05-12T06:00:00Z on',
    'took 3 tries',
    '12 s of tape',
    '',
  ])('are none in a note like %j', (said) => {
    expect(note(said)).toEqual(NONE)
  })

  test('are none that end before they begin', () => {
    expect(note('2026-05-12T06:00:30Z → 2026-05-12T06:00:00Z')?.duration_ms).toBeNull()
  })

  test('stand under its heading, or in the summary', () => {
    expect(timing({}, 'envelope-shortfall', 'tide-reader')).toEqual({
      started_at: '2026-05-12T04:24:10.000Z',
      ended_at: '2026-05-12T04:24:52.000Z',
      duration_ms: 42_000,
    })
    expect(timing({}, 'envelope-shortfall', 'berth-reader')).toEqual({ ...NONE, duration_ms: 90_000 })
  })
})

test('a statement that failed is not blamed for an error file or a declaration, which programs do not have', () => {
  const state = String(sampleFiles('program-era')['state.md']).replace(/^2→ plan ✓$/m, '2→ plan ✗ error')
  const ids = inspect('program-era', { 'state.md': state }).inspection.flags.map(({ id }) => id)
  expect(ids).toContain('unhandled-error')
  expect(ids).not.toContain('mark-without-error-file')
  expect(ids).not.toContain('undeclared-error')
})

test.each([
  ['complete (with warnings)', 'completed'],
  ['failed — AllCallsFailed', 'failed'],
  ['not complete', undefined],
  ['error handling was fine', undefined],
])('the status %s is %s', (word, status) => {
  expect(readStatus(word)).toBe(status)
})
