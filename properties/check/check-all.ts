import { TribunalError } from '../../src/errors.ts'
import type { LawRecord } from '../../src/report/records.ts'
import type { Check } from './check.ts'
import { checkLaw } from './check-law.ts'
import { type CheckOptions, checkWithExamples, publishTo } from './check-with-examples.ts'
import { type LawReport, lawReport, type MutantResult } from './law-report.ts'
import { mutantsRecord } from './mutants-record.ts'
import { resolveSeed } from './seed.ts'

/** The same with one fault planted, and the laws made ready for it. */
export interface MutantChecks {
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: each check knows its own values
  readonly checks: readonly Check<any>[]
}

/** Checks laws one after the other, publishes what came of them, and finds out whether they notice planted faults. */
export async function checkAll(
  subject: string,
  // biome-ignore lint/suspicious/noExplicitAny: each check knows its own values
  checks: readonly Check<any>[],
  options: CheckOptions,
  mutants: readonly MutantChecks[] = [],
): Promise<LawReport> {
  const { tries = 1_000, path } = options
  if (!Number.isSafeInteger(tries) || tries < 1)
    throw new TribunalError('invalid-input', `tries: ${tries} is no number of tries. Give a whole number from 1 up.`)
  if (path !== undefined && !/^\d+(?::\d+)*(?:@.*)?$/.test(path))
    throw new TribunalError(
      'invalid-input',
      `path: "${path}" is none. Take it from the message of the failure, as "17:0:2".`,
    )
  const seed = await resolveSeed(options.seed)
  const records: LawRecord[] = []
  const notes: string[] = []
  for (const check of checks) {
    const checked = await checkWithExamples(check, { ...options, tries, seed })
    records.push(checked.record)
    notes.push(...checked.notes)
  }
  const results: MutantResult[] = []
  for (const mutant of mutants) results.push(await killMutant(mutant, { tries, seed }))
  const table = results.length === 0 ? [] : [mutantsRecord(subject, seed, results)]
  await publishTo(options.task, [...records, ...table])
  return lawReport(subject, seed, records, results, notes)
}

/** Tries laws on a mutant, in their order, until one is broken. */
export async function killMutant(
  { name, checks }: MutantChecks,
  options: { readonly tries: number; readonly seed: number },
): Promise<MutantResult> {
  let tries = 0
  for (const check of checks) {
    const { record } = await checkLaw(check, { ...options, shrink: false })
    tries += record.tries
    if (record.status === 'broken') return { mutant: name, killedBy: check.law, tries }
  }
  return { mutant: name, killedBy: null, tries }
}
