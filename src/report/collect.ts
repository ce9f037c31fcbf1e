import { byCodeUnit, canonicalJson } from '../json/canonical-json.ts'
import { assemble, inOrder } from './assemble.ts'
import { decodeRecord } from './decode-record.ts'
import type { FileEntry, Scope, TestEntry, TestState, TribunalDocument } from './document.ts'
import type { Attempt } from './encode-record.ts'
import type { GateLevel } from './gate.ts'
import type { TribunalRecord } from './records.ts'
import { severityOf } from './severity-of.ts'

/** One test as the test runner knows it. */
export interface TestFacts {
  readonly project: string
  /** Relative to the root, joined by `/`. */
  readonly file: string
  readonly test: string
  readonly state: TestState
  readonly tags?: readonly string[]
  /** Whether it failed, and passed when it was tried again. */
  readonly retried?: boolean
  /** What the test left, in the order in which it came. */
  readonly records: readonly unknown[]
  /** Files of whole records that came along. */
  readonly wholes?: readonly string[]
}

/** One test file as the test runner knows it. */
export type FileFacts = Omit<FileEntry, 'checks' | 'skipped'>

/** What a run of the tests has left. */
export interface Collection {
  readonly seed: number | null
  readonly scope: Scope
  readonly level: GateLevel
  readonly files: readonly FileFacts[]
  readonly tests: readonly TestFacts[]
}

/**
 * Makes one canonical document of everything that the tests left, and gates it.
 * Of a test's retries the last counts, as in Vitest; of its repeats the worst.
 *
 * @param collection - tests and files in any order
 */
export function collect(collection: Collection): TribunalDocument {
  const unreadable: string[] = []
  const settled = collection.tests.map((test) => settle(test, unreadable))
  const records = settled.flatMap(({ records }) => records)
  const checks = checksByFile(records)
  const skips = collection.scope.narrowed === 'tests' ? new Map<string, number>() : skipsByFile(collection.tests)
  const files = collection.files
    .map((file) => {
      const key = keyOf(file.project, file.file)
      const skipped = file.included ? skips.get(key) : undefined
      return { ...file, checks: checks.get(key) ?? 0, ...(skipped !== undefined && { skipped }) }
    })
    .filter(({ included, checks }) => included || checks > 0)
  const checking = new Set(files.filter(({ included }) => included).map(({ project, file }) => keyOf(project, file)))
  const isTold = ({ entry: { state, project, file }, records }: Settled): boolean =>
    records.length > 0 || (state === 'failed' && checking.has(keyOf(project, file)))
  return assemble({
    seed: collection.seed,
    scope: collection.scope,
    level: collection.level,
    records,
    tests: settled.filter(isTold).map(({ entry }) => entry),
    files,
    unreadable,
  })
}

// Helpers

interface Settled {
  readonly entry: TestEntry
  readonly records: readonly TribunalRecord[]
}

function settle(
  { project, file, test, state, tags = [], retried = false, records, wholes = [] }: TestFacts,
  unreadable: string[],
): Settled {
  const attempts = new Map<string, { attempt: Attempt; records: TribunalRecord[] }>()
  const lines: number[] = []
  const origin = { file, test, ...(project !== '' && { project }) }
  records.forEach((text, index) => {
    const decoded = decodeRecord(text)
    if ('fault' in decoded) {
      unreadable.push(`${file} > ${test}: record ${index + 1} cannot be read: ${decoded.fault}.`)
      return
    }
    const { attempt, record, line } = decoded.value
    if (line !== undefined) lines.push(line)
    const key = `${attempt.repeat}/${attempt.retry}`
    const own = attempts.get(key) ?? { attempt, records: [] }
    // Where a record was made is known here; what it says itself is not believed.
    own.records.push({ ...withWhole(record, wholes), origin })
    attempts.set(key, own)
  })
  const all = [...attempts.values()]
  const outcomes = new Set(all.map(({ records }) => canonicalJson(inOrder(records))))
  return {
    entry: {
      project,
      file,
      test,
      state,
      flaky: retried || outcomes.size > 1,
      ...(tags.length > 0 && { tags: [...tags].sort(byCodeUnit) }),
      ...(lines.length > 0 && { line: Math.min(...lines) }),
    },
    records: worstOf(lastRetries(all).map(({ records }) => records)),
  }
}

/** A file that did not come is not promised. */
function withWhole(record: TribunalRecord, wholes: readonly string[]): TribunalRecord {
  const { whole, ...rest } = record
  if (whole === undefined || wholes.includes(whole.file)) return record
  return { ...rest, gaps: [...(rest.gaps ?? []), 'all of it did not arrive'] } as TribunalRecord
}

function lastRetries<T extends { attempt: Attempt }>(attempts: readonly T[]): T[] {
  const last = new Map<number, T>()
  for (const one of attempts)
    if ((last.get(one.attempt.repeat)?.attempt.retry ?? -1) < one.attempt.retry) last.set(one.attempt.repeat, one)
  return [...last.entries()].sort(([a], [b]) => a - b).map(([, one]) => one)
}

const worstOf = (groups: readonly (readonly TribunalRecord[])[]): readonly TribunalRecord[] =>
  groups.reduce<readonly TribunalRecord[]>(
    (worst, group) => (Math.max(...group.map(severityOf)) > Math.max(-1, ...worst.map(severityOf)) ? group : worst),
    [],
  )

/** Counts what was checked in each file. A trial alone checks nothing: it is a run, and no one has looked at it. */
function checksByFile(records: readonly TribunalRecord[]): Map<string, number> {
  const checks = new Map<string, number>()
  for (const { kind, origin } of records) {
    if (kind === 'trial') continue
    const key = keyOf(origin?.project ?? '', origin?.file ?? '')
    checks.set(key, (checks.get(key) ?? 0) + 1)
  }
  return checks
}

function skipsByFile(tests: readonly TestFacts[]): Map<string, number> {
  const skips = new Map<string, number>()
  for (const { project, file, state } of tests) {
    const key = keyOf(project, file)
    if (state === 'skipped') skips.set(key, (skips.get(key) ?? 0) + 1)
  }
  return skips
}

const keyOf = (project: string, file: string): string => `${project}\u0000${file}`
