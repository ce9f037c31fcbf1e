import type { AnyComposite } from '../src/composites/composite.ts'
import { readDecision } from '../src/decisions/read-decision.ts'
import { readVerdict } from '../src/decisions/read-verdict.ts'
import { TribunalError } from '../src/errors.ts'
import { type Arbiter, ourArbiter } from './arbiter.ts'
import type { Check, Origin } from './check/check.ts'
import { checkLaw } from './check/check-law.ts'
import { type ExampleFile, readExample } from './check/examples.ts'
import { subjectChecks } from './check/subject-checks.ts'
import { arbitrationChecks } from './check-arbitration.ts'
import { concurrencyCheck } from './concurrency/concurrency-check.ts'
import { type Inspector, ourInspector } from './inspector/inspector.ts'
import { inspectorChecks } from './inspector/inspector-laws.ts'
import { modelCheck } from './models/model-check.ts'
import { REFERENCE_MODELS } from './models/reference-models.ts'
import { OURS } from './print/our-composites.ts'
import { readerChecks } from './readers/reader-laws.ts'
import { compositeSubject } from './subjects/composite-subject.ts'
import type { Program } from './subjects/program-options.ts'
import { type ProgramOptions, programSubject } from './subjects/program-subject.ts'

/** What trying a stored example again came to. */
export interface Reproduction {
  readonly example: ExampleFile
  /** Whether the law is still broken; `unknown` where the subject cannot be found from here. */
  readonly status: 'broken' | 'held' | 'unknown'
  /** What is seen now, or why nothing can be. */
  readonly message: string
  /** The test to paste, as it is now. */
  readonly test: string
}

/**
 * Tries one stored example again.
 *
 * @param file - a file of `.tribunal/examples`
 * @param load - loads the module of a subject that is not ours, by its address and the test file that address is relative to
 * @throws TribunalError `invalid-input` when the file is no example
 *
 * @example
 * ```ts no-run
 * import { reproduce } from 'vitest-tribunal/properties'
 *
 * const { status, message } = await reproduce('.tribunal/examples/leaky--taint--1a2b3c4d.json', (module) => import(module))
 * console.log(status, message)
 * ```
 */
export async function reproduce(
  file: string,
  load: (module: string, testFile: string | null) => Promise<{ readonly [name: string]: unknown }>,
): Promise<Reproduction> {
  const example = readExample(file)
  if (typeof example === 'string') throw new TribunalError('invalid-input', `${file} ${example}.`)
  const unknown = (why: string): Reproduction => ({
    example,
    status: 'unknown',
    message: why,
    test: example.test.join('\n'),
  })
  let checks: readonly Check<unknown>[]
  try {
    checks = await checksFor(example, load)
  } catch (error) {
    return unknown(`The subject "${example.subject}" cannot be loaded: ${(error as Error).message}`)
  }
  const check = checks.find(({ law }) => law === example.law)
  if (check === undefined) return unknown(`Where "${example.subject}" is found from here nobody knows; paste the test.`)
  if (check.storable && (check.storable.fits !== example.fits || !check.storable.accepts(example.value)))
    return unknown(
      `"${example.subject}" has another shape by now, or is checked with options that are not in the example.`,
    )
  const { seed, path } = example
  const tried = check.storable
    ? await checkLaw(check, { tries: 1, seed }, [example.value])
    : await checkLaw(check, { tries: 1, seed, ...(path === null ? {} : { path }) })
  const { status, message, counterexample } = tried.record
  const broken = status === 'broken' && (check.storable === undefined || tried.record.path === null)
  return broken
    ? { example, status: 'broken', message, test: counterexample ?? '' }
    : {
        example,
        status: 'held',
        message: `"${example.subject}" keeps the law "${example.law}" here by now.`,
        test: example.test.join('\n'),
      }
}

// Helpers

type Load = Parameters<typeof reproduce>[1]

const VERDICTS = { field: 'verdict', values: ['accept', 'reject'], affirmative: 'accept' }
const DECISIONS = { field: 'decision', values: ['continue', 'adjust', 'abort'], mostRestrictive: true }

// biome-ignore lint/suspicious/noExplicitAny: each check knows its own values
type Checks = readonly Check<any>[]

async function checksFor({ origin, subject, law, testFile }: ExampleFile, load: Load): Promise<Checks> {
  const from = origin?.from
  const exported = async (name: string | undefined) =>
    from && name !== undefined && from.module !== 'vitest-tribunal'
      ? (await load(from.module, testFile))[name]
      : undefined
  switch (origin?.kind) {
    case 'composite': {
      const composite = ((await exported(from?.name)) ?? oursAt(from)) as AnyComposite | undefined
      return composite === undefined ? [] : compositeChecks(composite, origin, law)
    }
    case 'program': {
      const program = await exported(from?.name)
      const options = (await exported(from?.options)) ?? origin.firewall
      if (typeof program !== 'function' || options === undefined) return []
      return subjectChecks(
        programSubject(program as Program, { ...(options as ProgramOptions), ...(from && { from }) }),
        [law],
      )
    }
    case 'reader': {
      const read = [readVerdict, readDecision].find(({ name }) => name === subject)
      return read === undefined || from === undefined
        ? []
        : readerChecks(read, read === readVerdict ? VERDICTS : DECISIONS, from)
    }
    case 'inspector':
      return inspectorChecks(((await exported(from?.name)) as Inspector | undefined) ?? ourInspector, subject, from)
    case 'arbiter':
      return arbitrationChecks(((await exported(from?.name)) as Arbiter | undefined) ?? ourArbiter)
    default:
      return []
  }
}

/** One of ours, where the example says that it is: another composite may have the same name. */
const oursAt = (from: Origin['from']): AnyComposite | undefined =>
  from?.module === 'vitest-tribunal' && Object.hasOwn(OURS, from.name) ? OURS[from.name] : undefined

function compositeChecks(composite: AnyComposite, { from }: Origin, law: string): Checks {
  const options = from === undefined ? {} : { from }
  const model = REFERENCE_MODELS[composite.name]
  const more = [...(model ? [modelCheck(composite, model, options)] : []), concurrencyCheck(composite, options)]
  return subjectChecks(compositeSubject(composite, options), [law], [], more)
}
