import { Argument, type Command } from 'commander'
import { TribunalError } from '../../errors.ts'
import { type Baseline, baselineOf, writeBaseline } from '../../report/baseline/baseline.ts'
import type { TribunalDocument } from '../../report/document.ts'
import { contradictions } from '../../report/policy/contradictions.ts'
import { visibleLine } from '../../report/visible.ts'
import type { CliCommand } from '../command.ts'
import { type ExitCode, type Io, write } from '../io.ts'
import { readDocument } from '../read-document.ts'
import { refuseOverwriting } from '../refuse-overwriting.ts'
import { writeFile } from '../write-file.ts'

/** `tribunal baseline accept`: makes a run that somebody has looked at the one that later runs are held against. */
export const baseline: CliCommand = {
  name: 'baseline',
  summary: 'accept a reviewed run as the one that later runs are held against',
  define(command: Command) {
    command
      .addArgument(new Argument('<action>', 'accept: write the baseline').choices(['accept']))
      .argument('<tribunal.json>', 'what the reviewed run of the tests has found')
      .option('--out <file>', 'where the baseline goes', 'tribunal.baseline.json')
      .option('--note <text>', 'what there is to say of the review', '')
      .addHelpText('after', EXAMPLES)
  },
  run: ([, file], options, io) => run(file as string, options as Options, io),
}

// Helpers

interface Options {
  readonly out: string
  readonly note: string
}

const EXAMPLES = `
Examples:
  tribunal baseline accept tribunal-report/tribunal.json --note "reviewed with the 2.4 release"

Exit codes: 0 written, 2 the run cannot be a baseline, or misuse.`

async function run(file: string, { out, note }: Options, io: Io): Promise<ExitCode> {
  refuseOverwriting(file, { '--out': out })
  const document = await readDocument(file)
  const accepted = baselineOf(document, { at: new Date(io.now()).toISOString(), note })
  refuseParts(document, file, accepted)
  await writeFile(out, writeBaseline(accepted))
  const { length } = accepted.cases
  const worse = accepted.cases.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'held').length
  const skipped = document.files.reduce((sum, one) => sum + (one.skipped ?? 0), 0)
  const asides = [
    worse === 0 ? '' : `, ${worse} of them neither pass nor held`,
    skipped === 0
      ? ''
      : `; what ${skipped === 1 ? 'the skipped test' : `${skipped} skipped tests`} would check is not in it`,
  ]
  const said = `${length} case${length === 1 ? '' : 's'} accepted${asides.join('')}. Commit it.`
  await write(io.stdout, `${visibleLine(out)}: ${said}\n`)
  return 0
}

/** What was left out of a run would be missed by no later one. */
function refuseParts(document: TribunalDocument, file: string, { cases }: Baseline): void {
  const { scope, unreadable } = document
  const [contradiction] = contradictions(document)
  const fault =
    scope.narrowed !== 'no'
      ? `it was narrowed to some ${scope.narrowed}, so cases are missing from it`
      : unreadable.length > 0
        ? `${unreadable.length} of its records could not be read`
        : scope.missing !== undefined
          ? `${scope.missing.files} of ${scope.missing.of} test files are missing from it`
          : (brokenOff(document) ??
            (cases.length === 0
              ? 'it holds no inspection and no law'
              : contradiction?.message.replace(/\.[^.]*\.$/, '')))
  if (fault === undefined) return
  throw new TribunalError('invalid-input', `${file} cannot be the baseline: ${fault}. Run all tests, then accept that.`)
}

/** A test that failed before it recorded anything, or a file that did not run to its end: nobody knows what it would have checked. */
function brokenOff(document: TribunalDocument): string | undefined {
  const { inspections, uninspectable, trials, laws, arbitrations, tests, files } = document
  const key = (project: string, file: string, test: string): string => JSON.stringify([project, file, test])
  const recorded = new Set(
    [...inspections, ...uninspectable, ...trials, ...laws, ...arbitrations].flatMap(({ origin }) =>
      origin === null ? [] : [key(origin.project ?? '', origin.file, origin.test)],
    ),
  )
  const failed = tests.filter(({ state }) => state === 'failed')
  const silent = failed.find(({ project, file, test }) => !recorded.has(key(project, file, test)))
  if (silent !== undefined) return `${silent.file} > ${silent.test} failed before it recorded anything`
  const torn = files.find(
    ({ project, file, included, in_full }) =>
      included && !in_full && !failed.some((one) => one.project === project && one.file === file),
  )
  return torn && `${torn.file} did not run to its end`
}
