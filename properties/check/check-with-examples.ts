import { relative } from 'node:path'
import type { publish } from '../../fixtures/publish.ts'
import type { Script } from '../../src/providers/scripted.ts'
import type { LawRecord, LawStatus } from '../../src/report/records.ts'
import type { Check } from './check.ts'
import { checkLaw, type LawOutcome } from './check-law.ts'
import { exampleStore, type StoredExample } from './examples.ts'
import { Tally } from './tally.ts'

/** A test of Vitest, as its context gives it. */
export type Task = Parameters<typeof publish>[0]

/** How laws are checked. */
export interface CheckOptions {
  /** Tries of each law, 1 or more; 1,000 by default. */
  readonly tries?: number
  /** A whole number of 32 bits; by default the one of the Vitest run, of TRIBUNAL_SEED, or 1. */
  readonly seed?: number
  /** Where a failure was found, to see that one again. */
  readonly path?: string
  /** What a test wants to see of each law, `held` by default: `broken` for a subject that is there to show a fault. */
  readonly expect?: LawStatus
  /** Folder of failing examples, tried first, relative to the working directory (`.tribunal/examples` by default); false keeps none. */
  readonly examples?: string | false
  /**
   * Scripts of conversations that really took place, as `scriptFrom` makes them of recordings: what was decided in them, how it was put, what
   * was private and what failed is tried first, with the words of the laws.
   */
  readonly seeds?: readonly Script[]
  /** The running test, as its context gives it: the laws then reach the report and the gate. */
  readonly task?: Task
}

/** A law checked, with what happened to its stored examples. */
export interface CheckedLaw {
  readonly record: LawRecord
  readonly notes: readonly string[]
}

/** Checks a law, stored examples first, and keeps what it finds. */
export async function checkWithExamples<V>(
  check: Check<V>,
  options: CheckOptions & { readonly tries: number; readonly seed: number },
): Promise<CheckedLaw> {
  const { path, expect, examples = '.tribunal/examples', task, seeds = [] } = options
  const keeps = examples !== false && path === undefined && (expect ?? 'held') === 'held'
  const store = exampleStore(keeps ? examples : undefined, check, task && relative(process.cwd(), task.file.filepath))
  const { usable, notes } = store.load()
  const failing: StoredExample<V>[] = []
  for (const example of usable)
    if (await fails(check, example)) failing.push(example)
    else notes.push(store.remove(example))
  const [again] = failing.filter(({ value }) => value === undefined)
  const from = again ? { seed: again.seed, ...(again.path === null ? {} : { path: again.path }) } : {}
  const values = failing.flatMap(({ value }) => (value === undefined ? [] : [value]))
  // A path counts from the first try that is generated.
  const taken = path === undefined ? (check.seedsOf?.(seeds) ?? []) : []
  const outcome = await checkLaw(check, { ...options, ...from }, [...values, ...taken], values.length)
  if (outcome.record.status === 'broken') {
    notes.push(...store.save(outcome as LawOutcome<V> & { failing: V }))
    // A smaller one than before takes its place.
    if (outcome.record.path === null && failing[0]) store.replace(failing[0], outcome.failing as V)
  }
  const replay = notes.length === 0 ? '' : `\n${notes.join('\n')}`
  const expectation =
    expect === undefined ? {} : { expectation: { expected: expect, met: outcome.record.status === expect } }
  return { record: { ...outcome.record, message: outcome.record.message + replay, ...expectation }, notes }
}

/** Hands records over to the report, when the caller has said which test it is. */
export async function publishTo(task: Task | undefined, records: readonly LawRecord[]): Promise<void> {
  if (task === undefined) return
  // Loaded only where there is a test: laws can be checked without Vitest.
  const { publish } = await import('../../fixtures/publish.ts')
  for (const record of records) await publish(task, record)
}

// Helpers

async function fails<V>(check: Check<V>, { value, seed, path }: StoredExample<V>): Promise<boolean> {
  try {
    if (value !== undefined) return (await check.attempt(value, new Tally())).length > 0
    const replayed = await checkLaw(check, { tries: 1, seed, ...(path === null ? {} : { path }), shrink: false })
    return replayed.record.status === 'broken'
  } catch {
    return true
  }
}
