import { TribunalError } from '../src/errors.ts'
import type { ModelProvider } from '../src/providers/model.ts'
import { checkAll } from './check/check-all.ts'
import type { CheckOptions } from './check/check-with-examples.ts'
import { type LawReport, refuse } from './check/law-report.ts'
import { subjectChecks } from './check/subject-checks.ts'
import type { Program } from './subjects/program-options.ts'
import { type ProgramOptions, programSubject } from './subjects/program-subject.ts'

/** The laws that can be checked on a program. */
export type ProgramLaw = 'presence' | 'taint' | 'noninterference' | 'determinacy' | 'bounds'

/** How a program is checked. */
export interface CheckProgramOptions extends ProgramOptions, CheckOptions {
  /** The laws to check, by name; all by default. */
  readonly laws?: readonly ProgramLaw[]
  /** The same program with one fault planted each, by name: a law that is kept has to notice every one of them. */
  readonly mutants?: { readonly [name: string]: Program }
}

const LAWS: readonly ProgramLaw[] = ['presence', 'taint', 'noninterference', 'determinacy', 'bounds']

/**
 * Tries any async function that takes a model, whatever happens inside it: its requests are what counts. Finds out whether each
 * slot is told what it must be, and nothing besides what it may see. Checked over a number of tries, never proved.
 *
 * @param program - is given its inputs and a model
 * @param options - its slots, what each must and may see, inputs; laws, tries, seed
 * @returns a record per law: held, broken with the smallest script, or unverified
 * @throws TribunalError `invalid-input` when a slot or label does not exist, or the program asks a slot that is not declared
 *
 * @example
 * ```ts
 * import type { ModelProvider } from 'vitest-tribunal'
 * import { checkProgram } from 'vitest-tribunal/properties'
 *
 * // Carries the conversation along: the reader of the summary gets the notes as well.
 * async function summarise({ text }: { text: string }, model: ModelProvider) {
 *   const messages = [{ role: 'user' as const, content: text }]
 *   const notes = await model.respond({ slot: 'notes', component: 'm', brief: text }, {})
 *   messages.push({ role: 'user', content: notes.text })
 *   const summary = await model.respond({ slot: 'summary', component: 'm', brief: notes.text }, {})
 *   return model.respond({ slot: 'reader', component: 'm', brief: summary.text, messages }, {})
 * }
 *
 * const report = await checkProgram(summarise, {
 *   slots: ['notes', 'summary', 'reader'], inputs: ['text'], tries: 100,
 *   must: { notes: ['text'], summary: ['notes.text'], reader: ['summary.text'] },
 *   expect: 'broken', // it is here to show a fault, so that its scripts are not kept
 * })
 * console.log(report.laws.find(({ law }) => law === 'taint')?.status) // broken
 * ```
 */
export async function checkProgram<Input>(
  program: (input: Input, model: ModelProvider) => unknown,
  options: CheckProgramOptions,
): Promise<LawReport> {
  const { laws = LAWS, mutants = {} } = options
  const unknown = laws.filter((law) => !LAWS.includes(law))
  if (unknown.length > 0)
    throw new TribunalError(
      'invalid-input',
      `No law of programs is called ${unknown.join(', ')}. Known: ${LAWS.join(', ')}.`,
    )
  const checksOf = (one: Program) => subjectChecks(programSubject(one, options), laws)
  const planted = Object.entries(mutants).map(([name, mutant]) => ({ name, checks: checksOf(mutant) }))
  const { name } = programSubject(program as Program, options)
  return checkAll(name, checksOf(program as Program), options, planted)
}

/**
 * As {@link checkProgram}, and throws unless every law holds: for tests.
 *
 * @param program - is given its inputs and a model
 * @param options - as for `checkProgram`
 * @throws TribunalError `law-broken` with the smallest script as a test to paste; `law-unverified` when nothing was found out
 *
 * @example
 * ```ts
 * import type { ModelProvider } from 'vitest-tribunal'
 * import { assertProgram } from 'vitest-tribunal/properties'
 * import { test } from 'vitest'
 *
 * async function review({ patch }: { patch: string }, model: ModelProvider) {
 *   const first = await model.respond({ slot: 'author', component: 'm', brief: `Explain:\n${patch}` }, {})
 *   return model.respond({ slot: 'reader', component: 'm', brief: first.text }, {})
 * }
 *
 * test('the reader judges the explanation alone', () =>
 *   assertProgram(review, {
 *     slots: ['author', 'reader'], inputs: ['patch'], must: { author: ['patch'], reader: ['author.text'] },
 *     laws: ['presence', 'taint', 'noninterference'], tries: 200,
 *   }))
 * ```
 */
export async function assertProgram<Input>(
  program: (input: Input, model: ModelProvider) => unknown,
  options: CheckProgramOptions,
): Promise<LawReport> {
  const report = await checkProgram(program, options)
  refuse(report, options.expect ?? 'held')
  return report
}
