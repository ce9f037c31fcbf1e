import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { LogReading } from './log-reading.ts'
import { readLog } from './read-log.ts'

const NAMES = new Set(['tides', 'berths', 'plan', 'risks', 'draft', 'notice', 'harbour'])
const bytesOf = (name: string) => readFileSync(`test/inspect/logs/${name}.md`)
const read = (name: string): LogReading => readLog([bytesOf(name)], NAMES)!

/** line kind tag|name|qualifier|word|note */
const told = ({ events }: LogReading) =>
  events.map(({ line, step, kind, tag, name, qualifier, word, note }) =>
    [`${line} ${step || '-'} ${kind}`, tag, name, qualifier, word, note].join('|').replace(/\|+$/u, ''),
  )
const summary = ({ dialect, header, root, startedAt, endedAt, claims, terminators }: LogReading) => ({
  dialect,
  header: header && `${header.line} ${header.runId} ${header.system}`,
  root: root && `${root.line} ${root.value}`,
  times: [startedAt, endedAt],
  claims: claims.map(({ line, source, status }) => `${line} ${source} ${status}`),
  terminators: terminators.map(({ line, word, at }) => `${line} ${word} ${at}`),
})

describe('a status page (D0)', () => {
  const log = read('execution-state')

  test('tells its run in fields, and how it stands', () => {
    expect(summary(log)).toEqual({
      dialect: 'execution-state',
      header: '3 20260120-071500-ab12cd quay.prose',
      root: '4 quay.prose',
      times: ['2026-01-20T06:15:00.000Z', null],
      claims: ['7 prose open'],
      terminators: [],
    })
  })

  test('tells of each name once how it stands: by its list, its bindings or the comments in its program', () => {
    expect(told(log)).toEqual([
      '12 - completed||tides',
      '23 - failed||crane',
      '24 - skipped||ferry',
      '31 - completed||roster',
    ])
  })
})

describe('markers of the program era (D1)', () => {
  const log = read('program-markers')

  test('come without a blank line after the title, and end in a zone of their own', () => {
    expect(summary(log)).toEqual({
      dialect: 'program-markers',
      header: '1 20260121-080000-ab12cd quay.prose',
      root: null,
      times: [null, '2026-01-21T11:30:00.000Z'],
      claims: [],
      terminators: ['18 end 2026-01-21T11:30:00.000Z'],
    })
  })

  test('have loops, blocks, retries and remarks that complete nothing, and steps that repeat, skip or are zero', () => {
    expect(told(log)).toEqual([
      '2 0 completed|input|harbour',
      '3 1 completed||tides',
      '4 1 completed',
      '5 2 mentioned||loop:1/3',
      '6 2 mentioned||block:calm#43 draft',
      '7 2 completed||revision|||scoped to 43',
      '8 2 mentioned||done COMPLETE',
      '9 2 mentioned||retry:2/3',
      '10 4 mentioned||loop:2/3 exit(calm enough)',
      '11 7 parallel-start||berths',
      '12 7a completed||berths',
      '13 7b failed||ferries||error',
      '14 7 parallel-done',
      '15 9 mentioned||ready: tides, berths',
      '16 9 mentioned||commit:berths 1a2b3c4',
      '17 9 mentioned||ALL_DONE',
    ])
  })
})

describe('markers in ASCII (D1b)', () => {
  test('have qualifiers before the mark, notes after it, and steps of the machine itself', () => {
    const log = read('markers-ascii')
    expect([log.dialect, log.root?.value]).toEqual(['markers', '~/programs/quay/quay.md'])
    expect(told(log)).toEqual([
      '4 1 completed|input|request',
      '5 2 parallel-start||crane,gate',
      '6 2a completed||crane|||no crane today',
      '7 2b completed||gate',
      '8 2 parallel-done',
      '9 3 completed|vm-action|OpenLedger|||ledger: north',
      '10 4 completed||pilot|scope',
      '11 5 completed||pilot|review||accepted — no words → none needed',
    ])
  })
})

describe('markers (D2)', () => {
  const log = read('markers')

  test('have a header of several fields, and several ends of which the last counts', () => {
    expect(log.upstream).toEqual(['20260519-100000-ab12cd', '20260518-100000-ab12cd'])
    expect(summary(log)).toEqual({
      dialect: 'markers',
      header: '1 20260520-100000-ab12cd quay-watch',
      root: '3 root.prose.md',
      times: [null, '2026-05-20T11:05:00.000Z'],
      claims: [],
      terminators: [
        '41 end 2026-05-20T10:10:00.000Z',
        '42 resume 2026-05-20T11:00:00.000Z',
        '45 test null',
        '46 end 2026-05-20T11:05:00.000Z',
      ],
    })
  })

  test('have every mark, with and without a tag, a word and a note; what notes, quotes, bullets and fences hold is none', () => {
    expect(told(log)).toEqual([
      '5 0 warned|preflight|tide:gauge reachable, battery unknown|||went on',
      '6 1 completed|input|harbour',
      '7 1 completed|input|day',
      '8 2 completed||tides|||3 readings → 2 kept, 1 ✗, ≈ 4 m',
      '9 3 failed||berths||office-shut',
      "10 4 mentioned|outage|the office's line; went on without it",
      '11 5 skipped||plan||skipped',
      '12 6 skipped||risks||deferred|needs plan',
      '13 7 delegated||draft||setter|delegate: 1',
      '14 7 completed||setter',
      '15 8 resumed||draft|||resumed',
      '16 8 completed||draft|||2026-05-20T10:02:00Z → 2026-05-20T10:03:30Z',
      '17 12a completed||north',
      '18 12b completed||south|||took 12s',
      '19 12 parallel-done|||||both quays',
      '20 13 terminated||critic||terminated|max_rounds',
      '21 14 warned|decision|critic||unreadable',
      '22 15 completed|eval|the notice names a tide',
      '23 15 failed|eval|the notice names a berth',
      '24 16 failed||gate||missing-env:GATE_KEY',
      '25 17 mentioned||notice says "all ✓" and leaves',
      '26 18 mentioned||`notice ✓` was not meant',
      '33 22 completed||gate',
      '43 16 completed||gate',
      '44 30 completed||harbour',
    ])
  })

  test('state the times of a service in a note that holds nothing else', () => {
    expect([...log.times]).toEqual([
      ['draft', { startedAt: '2026-05-20T10:02:00.000Z', endedAt: '2026-05-20T10:03:30.000Z', durationMs: null }],
      ['south', { startedAt: null, endedAt: null, durationMs: 12_000 }],
    ])
  })
})

describe('sections (D3)', () => {
  const log = read('sections')

  test('state their run and its end in front matter', () => {
    expect(summary(log)).toEqual({
      dialect: 'sections',
      header: '2 20260521-100000-ab12cd quay-watch',
      root: '14 src/quay.prose.md',
      times: ['2026-05-21T10:00:00.000Z', '2026-05-21T10:05:00.000Z'],
      claims: ['6 front-matter failed', '42 prose failed'],
      terminators: [],
    })
  })

  test('tell of declared services alone how they went; bullets bind inputs and complete nothing', () => {
    expect(told(log)).toEqual([
      '15 - completed|input|harbour',
      '15 - completed|input|day',
      '15 - completed|input|cap',
      '20 - completed||tides',
      '27 - failed||berths||OfficeShut|OfficeShut',
      '32 - skipped||plan',
      '34 - skipped||risks',
      '38 - completed||draft|||notice.md',
    ])
  })

  test('may state the times of a service, and give none without a zone', () => {
    expect([...log.times]).toEqual([
      ['tides', { startedAt: '2026-05-21T10:00:10.000Z', endedAt: '2026-05-21T10:01:10.000Z', durationMs: null }],
      ['berths', { startedAt: null, endedAt: null, durationMs: 584 }],
    ])
  })
})

describe('sections with markers (D4)', () => {
  test('are read by both', () => {
    const log = read('mixed')
    expect(summary(log)).toEqual({
      dialect: 'mixed',
      header: '2 20260522-100000-ab12cd quay-watch',
      root: null,
      times: [null, '2026-05-22T10:05:00.000Z'],
      claims: ['5 front-matter failed'],
      terminators: ['22 error 2026-05-22T10:05:00.000Z'],
    })
    expect(told(log)).toEqual([
      '10 1 completed|input|harbour',
      '12 - completed||tides',
      '14 2 completed||tides',
      '16 - failed||berths||OfficeShut|OfficeShut',
      '18 3 failed||berths||OfficeShut',
    ])
  })
})

describe('an envelope (D5)', () => {
  test('tells its run in the title, its services under headings and its end in a summary', () => {
    const log = read('envelope')
    expect(summary(log)).toEqual({
      dialect: 'envelope',
      header: '1 20260523-100000-ab12cd quay-watch',
      root: '5 root.prose.md',
      times: ['2026-05-23T10:00:00.000Z', null],
      claims: ['34 prose completed'],
      terminators: [],
    })
    expect(told(log)).toEqual([
      '6 - completed|input|harbour',
      '6 - completed|input|day',
      '16 - completed||tides',
      '20 - failed||berths||OfficeShut',
      '24 - mentioned||plan|||trivially empty',
      '26 - completed||draft|||shortfall',
    ])
    expect([...log.times].map(([name, { durationMs }]) => [name, durationMs])).toEqual([
      ['tides', 112_000],
      ['berths', 63_000],
    ])
  })

  test('that is cut off is one all the same, and says nothing of how it went', () => {
    const log = read('envelope-cut')
    expect([log.dialect, log.claims, told(log)]).toEqual([
      'envelope',
      [],
      ['6 - completed|input|harbour', '6 - completed|input|day'],
    ])
  })
})

describe('every dialect', () => {
  const LOGS = [
    'execution-state',
    'program-markers',
    'markers-ascii',
    'markers',
    'sections',
    'mixed',
    'envelope',
    'envelope-cut',
  ]

  test.each(LOGS)('reads the same with CRLF and a byte order mark: %s', (name) => {
    const text = bytesOf(name).toString('utf8')
    const other = Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`)
    expect(readLog([other], NAMES)).toEqual(read(name))
  })

  test.each(LOGS)('may stop at any line, and tells no more than it told whole: %s', (name) => {
    const lines = bytesOf(name).toString('utf8').split('\n')
    const whole = new Set(told(read(name)))
    for (let count = 1; count < lines.length; count++) {
      const part = readLog([Buffer.from(lines.slice(0, count).join('\n'))], NAMES)
      // A bullet and a run of front matter go on beyond a line, and a name is said once, where it is said first.
      for (const event of part ? told(part) : [])
        if (!event.includes('|input|')) expect(whole, `${count} lines`).toContain(event)
    }
  })

  test('keeps the line of every event, as it stands in the file', () => {
    for (const name of LOGS) {
      const lines = bytesOf(name).toString('utf8').split('\n')
      for (const { line, text } of read(name).events) expect(lines[line - 1]).toBe(text)
    }
  })
})
