import { describe, expect, test } from 'vitest'
import { readLog } from './read-log.ts'

const NAMES = new Set(['reader', 'writer', 'linus'])
const read = (text: string) => readLog(Buffer.from(text), NAMES)
const events = (text: string) =>
  (read(`# run:r s\n\n${text}`)?.events ?? []).map(({ kind, name, qualifier, word, note, tag }) =>
    [kind, tag, name, qualifier, word, note].join('|'),
  )

/** A line and what it says: kind|tag|name|qualifier|word|note. */
const LINES = [
  ['1→ [input] task_brief ✓', 'completed|input|task_brief|||'],
  ['1-> [input] task_brief ✓', 'completed|input|task_brief|||'],
  ['12a→ reader ✓ (25/30 → done, 2 ✗)', 'completed||reader|||25/30 → done, 2 ✗'],
  ['3→ linus (scope) ✓ (accepted — as is)', 'completed||linus|scope||accepted — as is'],
  ['4→ reader ✗ gauge-silent', 'failed||reader||gauge-silent|'],
  ['4→ reader ✗ missing-env:KEY', 'failed||reader||missing-env:KEY|'],
  ['5→ reader ∅ skipped', 'skipped||reader||skipped|'],
  ['5→ reader ⊘ deferred (later)', 'skipped||reader||deferred|later'],
  ['5→ reader ⊘ terminated (max_rounds)', 'terminated||reader||terminated|max_rounds'],
  ['6→ [decision] critic ⚠ unreadable', 'warned|decision|critic||unreadable|'],
  ['6→ [preflight] mcp:pay ready (balance ⚠ unknown) ✓', 'completed|preflight|mcp:pay ready|balance ⚠ unknown||'],
  ['7→ ∥start a,b', 'parallel-start||a,b|||'],
  ['7→ ∥done (all of them)', 'parallel-done|||||all of them'],
  ['8→ reader ⇒ helper (delegate: 1)', 'delegated||reader||helper|delegate: 1'],
  ['8→   reader ✓ rendered', 'completed||reader||rendered|'],
  ['9→ #2 writer ✓', 'completed||writer|||'],
  ['9→ loop:1/50', 'mentioned||loop:1/50|||'],
  ['9→ ready: A, B', 'mentioned||ready: A, B|||'],
  ['9→ reader says "all ✓ good"', 'mentioned||reader says "all ✓ good"|||'],
  ['9→ `a ✓` and more', 'mentioned||`a ✓` and more|||'],
  ['10→ ✓', 'completed|||||'],
  ['10→ `reader` ✓ (fine)', 'completed||reader|||fine'],
  ['10→ **reader** (twice) ✗ gauge-silent', 'failed||reader|twice|gauge-silent|'],
  ['10→ reader: ✓', 'completed||reader|||'],
  ['10→ reader — ✓ (note)', 'completed||reader|||note'],
  ['10→ **reader**: ✗ gauge-silent', 'failed||reader||gauge-silent|'],
  ['10→ reader ✅', 'completed||reader|||'],
  ['10→ reader ✔\u{FE0F} rendered', 'completed||reader||rendered|'],
  ['10→ reader ❌ gauge-silent', 'failed||reader||gauge-silent|'],
  ['0→ reader ⟳ (resumed)', 'resumed||reader|||resumed'],
] as const

describe('a marker line', () => {
  test.each(LINES)('%s', (line, said) => {
    expect(events(line)).toEqual([said])
  })

  test.each(['- 5→ reader ✓', '> 5→ reader ✓', 'then 5→ reader ✓', '```\n5→ reader ✓\n```', '    5→ reader ✓'])(
    'is none: %j',
    (line) => {
      expect(events(line)).toEqual([])
    },
  )
})

describe('a log', () => {
  test('reads the same with CRLF, with a byte order mark, and in UTF-16', () => {
    const text = '# run:r-1 s\n\nroot: root.prose.md\n\n1→ reader ✓ (é)\n---end 2026-01-01T00:00:00Z\n'
    const plain = read(text)
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    const swapped = Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()])
    expect(read(text.replaceAll('\n', '\r\n'))).toEqual(plain)
    expect(read(`\uFEFF${text}`)).toEqual(plain)
    expect(readLog(utf16, NAMES)).toEqual(plain)
    expect(readLog(swapped, NAMES)).toEqual(plain)
  })

  test('keeps the line of every event', () => {
    expect(read('\n# run:r s\n\n\n1→ reader ✓\n\n2→ writer ✓\n')?.events.map(({ line }) => line)).toEqual([5, 7])
  })

  test('takes header, root and upstream in any order', () => {
    const log = read('# run:r s with spaces\nupstream: [a-1, b-2]\nprogram: ~/x/bug.md\n1-> reader ✓\n')
    expect([log?.header?.system, log?.upstream, log?.root?.value, log?.dialect]).toEqual([
      's with spaces',
      ['a-1', 'b-2'],
      '~/x/bug.md',
      'markers',
    ])
  })

  test('tells terminators from rules and keeps all of them', () => {
    const log = read(
      '# run:r s\n\n---\n---end 2026-05-26T16:11:00Z (partial: x)\n---resume 2026-05-26T17:00:00Z\n---end 2026-05-26T19:30:00+02:00\n---endless\n',
    )
    expect(log?.terminators.map(({ word, at, line }) => [word, at, line])).toEqual([
      ['end', '2026-05-26T16:11:00.000Z', 4],
      ['resume', '2026-05-26T17:00:00.000Z', 5],
      ['end', '2026-05-26T17:30:00.000Z', 6],
    ])
    expect(log?.endedAt).toBe('2026-05-26T17:30:00.000Z')
  })

  test('takes a terminator with a space for one where a date follows, and for a rule with prose otherwise', () => {
    const log = read(
      '# run:r s\n--- end of the morning\n--- end\n--- error 2026-05-26T16:11:00Z ink\n--- end 2026-05-26T16:12:00Z\n---  end 2026-05-26T16:12:00Z\n',
    )
    expect(log?.terminators.map(({ word, at, line }) => [word, at, line])).toEqual([
      ['error', '2026-05-26T16:11:00.000Z', 4],
      ['end', '2026-05-26T16:12:00.000Z', 5],
    ])
  })

  test('states no time where no zone is stated', () => {
    expect(read('# run:20260526-161100-abcdef s\n---end 2026-05-26T16:11:00\n')?.endedAt).toBeNull()
    expect(read('# run:20260526-161100-abcdef s\n---end done\n')?.startedAt).toBeNull()
  })

  test('of headings reads those of declared services alone', () => {
    const log = read(
      '---\nrun_id: r\nsystem: s\nstatus: completed\nended_at: 2026-01-01T00:00:00Z\n---\n\n## Phase 1 — done\n\n### reader — completed\n\n### writer — AllCallsFailed\n\n### linus → shortfall\n\n- ✓ a bullet\n',
    )
    expect(log?.dialect).toBe('sections')
    expect(log?.events.map(({ name, kind, word }) => [name, kind, word])).toEqual([
      ['reader', 'completed', ''],
      ['writer', 'failed', 'AllCallsFailed'],
      ['linus', 'completed', ''],
    ])
    expect(log?.claims.map(({ status, line }) => [status, line])).toEqual([['completed', 4]])
  })

  test('mixes headings and markers', () => {
    const log = read(
      '---\nrun_id: r\nstatus: failed\n---\n\n### reader — failed (gauge-silent)\n\n4→ writer ∅ skipped\n\n---error 2026-01-01T00:00:00Z reader.gauge-silent\n',
    )
    expect([log?.dialect, log?.events.length, log?.terminators[0]?.word]).toEqual(['mixed', 2, 'error'])
  })

  test('in execution-state pages has its status in a field', () => {
    const log = read(
      '# Execution State\n\nrun: r-1\nprogram: x.prose\nstatus: running\n\n## Progress\n\n- reader: (pending)\n',
    )
    expect([log?.dialect, log?.header?.runId, log?.claims[0]?.status]).toEqual(['execution-state', 'r-1', 'open'])
  })

  test('in envelopes tells its run in the title and its services under headings', () => {
    const log = read(
      '# vm.log — harbour-bulletin run r-9\n\n## envelope\n\n- root: `root.prose.md`\n\n---\n\n## reader — completed\n\n- status: failed once, then fine\n\n## writer — InkOut\n\n## run summary\n\n- status: complete-shortfall\n',
    )
    expect([log?.dialect, log?.header?.runId, log?.header?.system, log?.root?.value]).toEqual([
      'envelope',
      'r-9',
      'harbour-bulletin',
      'root.prose.md',
    ])
    expect(log?.events.map(({ name, kind, word }) => [name, kind, word])).toEqual([
      ['reader', 'completed', ''],
      ['writer', 'failed', 'InkOut'],
    ])
    expect(log?.claims.map(({ status }) => status)).toEqual(['completed'])
  })

  test('takes no status, root or upstream from the notes below its events', () => {
    const log = read(
      '# run:r s\n\n1→ reader ✓\n\nroot: elsewhere.md\nupstream: [x]\nstatus: completed\n\n- status: completed\n',
    )
    expect([log?.root, log?.upstream, log?.claims]).toEqual([null, [], []])
  })

  test('is none when no dialect reads anything in it', () => {
    for (const text of ['hello', '## notes\n\n- a ✓\n', '---\n', '\0\0\0', 'reader ✓\n'])
      expect(read(text)).toBeUndefined()
  })

  test('of one line of 50 MB is read within bounds', () => {
    const line = Buffer.alloc(50_000_000, 'x')
    expect(readLog(Buffer.concat([Buffer.from('# run:r s\n1→ reader ✓ ('), line]), NAMES)?.events[0]?.name).toBe(
      'reader',
    )
  })
})
