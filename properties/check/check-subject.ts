import { TribunalError } from '../../src/errors.ts'
import type { Invariant } from '../../src/invariants/invariant.ts'
import type { LawRecord, LawStatus } from '../../src/report/records.ts'
import { SUBJECT_LAWS } from '../laws/subject-laws.ts'
import type { Subject } from '../subjects/subject.ts'
import type { Check } from './check.ts'
import { checkLaw } from './check-law.ts'
import { type CheckOptions, checkWithExamples, publishTo } from './check-with-examples.ts'
import { type LawReport, lawReport, type MutantResult } from './law-report.ts'
import { resolveSeed } from './seed.ts'
import { subjectCheck } from './subject-check.ts'

/** What laws of a subject are checked with, besides what is tried. */
export interface SubjectCheckOptions extends CheckOptions {
  readonly laws: readonly string[]
  /** Laws of the caller over a finished run. */
  readonly extra?: readonly Invariant[]
  /** Checks that not every subject has. */
  readonly more?: readonly Check<never>[]
  /** The same with one fault planted each, by name. */
  readonly mutants?: readonly (readonly [name: string, mutant: Subject, more: readonly Check<never>[]])[]
}

/** Checks the laws of a subject one after the other, and whether they tell it from its mutants. */
export async function checkSubject(subject: Subject, options: SubjectCheckOptions): Promise<LawReport> {
  const { mutants = [], tries = 1_000 } = options
  const seed = await resolveSeed(options.seed)
  const records: LawRecord[] = []
  const notes: string[] = []
  for (const check of checksOf(subject, options, options.more)) {
    const checked = await checkWithExamples(check, { ...options, tries, seed })
    records.push(checked.record)
    notes.push(...checked.notes)
  }
  const results: MutantResult[] = []
  for (const [name, mutant, more] of mutants)
    results.push(await kill(name, checksOf(mutant, options, more), { tries, seed }))
  await publishTo(options.task, records)
  return lawReport(subject.name, seed, records, results, notes)
}

/** Tries laws on a mutant until one is broken. */
export async function kill(
  mutant: string,
  checks: readonly Check<never>[],
  options: { readonly tries: number; readonly seed: number },
): Promise<MutantResult> {
  let tries = 0
  for (const check of checks) {
    const { record } = await checkLaw(check, { ...options, shrink: false })
    tries += record.tries
    if (record.status === 'broken') return { mutant, killedBy: check.law, tries }
  }
  return { mutant, killedBy: null, tries }
}

/** What a caller may expect of laws. */
export type { LawStatus }

// Helpers

function checksOf(
  subject: Subject,
  { laws, extra = [] }: SubjectCheckOptions,
  more: readonly Check<never>[] = [],
): readonly Check<never>[] {
  const known = [...SUBJECT_LAWS.map(({ name }) => name), ...more.map(({ law }) => law)]
  const unknown = laws.filter((law) => !known.includes(law))
  if (unknown.length > 0)
    throw new TribunalError(
      'invalid-input',
      `No law of "${subject.name}" is called ${unknown.join(', ')}. Known: ${known.join(', ')}.`,
    )
  const own = SUBJECT_LAWS.filter(({ name }) => laws.includes(name) || (name === 'results' && extra.length > 0))
  return [
    ...own.map((law) => subjectCheck(law, subject, extra) as unknown as Check<never>),
    ...more.filter(({ law }) => laws.includes(law)),
  ]
}
