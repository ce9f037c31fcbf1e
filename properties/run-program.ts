import type { ModelProvider, ModelSource } from '../src/providers/model.ts'
import type { ScriptSession } from '../src/providers/scripted.ts'
import type { Run } from '../src/trace/run.ts'
import { describeProgram, type Program, type ProgramFirewall, slotsOf } from './subjects/program-options.ts'
import { recordProgram } from './subjects/record-program.ts'

/** What a program is run with. */
export interface RunProgramOptions extends ProgramFirewall {
  /** Its inputs. */
  readonly input: { readonly [name: string]: unknown }
  /** A script, or a provider of your own. */
  readonly model: ModelProvider | ModelSource
  /** Calls after which the program is no longer answered, 1 or more; 1,000 by default. */
  readonly most?: number
  /** Milliseconds of real time in which it may neither ask nor end before it counts as stuck, 1 or more; 1,000 by default. */
  readonly patienceMs?: number
}

/**
 * Runs a program that is not ours once and records what it asks of whom, as a run: the laws can be checked on it.
 *
 * @param program - is given its inputs and a model
 * @param options - its slots, what each must and may see, inputs, and the model
 * @throws TribunalError `invalid-input` when a slot or label does not exist; `script-exhausted` or `unscripted-slot` when the script
 * does not fit
 *
 * @example
 * ```ts
 * import { type ModelProvider, scripted } from 'vitest-tribunal'
 * import { presence, runProgram } from 'vitest-tribunal/properties'
 *
 * async function answer({ question }: { question: string }, model: ModelProvider) {
 *   return (await model.respond({ slot: 'writer', component: 'writer', brief: question }, {})).text
 * }
 *
 * const run = await runProgram(answer, {
 *   slots: ['writer'], must: { writer: ['question'] }, inputs: ['question'],
 *   input: { question: 'Which number is a prime?' }, model: scripted({ writer: ['11'] }),
 * })
 * console.log(run.result, presence(run)) // { result: '11' } []
 * ```
 */
export async function runProgram<Input>(
  program: (input: Input, model: ModelProvider) => unknown,
  options: RunProgramOptions,
): Promise<Run> {
  const { input, model, most = 1_000, patienceMs = 1_000, route = ({ slot }) => slot } = options
  const description = describeProgram(program.name || 'program', options)
  const provider = 'open' in model ? model.open() : model
  const run = await recordProgram(program as Program, {
    description,
    slots: slotsOf(options),
    input,
    model: provider,
    route,
    most,
    patienceMs,
  })
  // A program can swallow what the script throws; we do not.
  const { misuse } = provider as Partial<ScriptSession>
  if (misuse) throw misuse
  return run
}
