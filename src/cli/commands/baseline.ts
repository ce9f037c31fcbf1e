import { Argument, type Command } from 'commander'
import { TribunalError } from '../../errors.ts'
import { baselineOf, writeBaseline } from '../../report/baseline/baseline.ts'
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
  refuseParts(document, file)
  const accepted = baselineOf(document, { at: new Date(io.now()).toISOString(), note })
  await writeFile(out, writeBaseline(accepted))
  const worse = accepted.cases.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'held')
  const aside = worse.length === 0 ? '' : `, ${worse.length} of them neither pass nor held`
  await write(io.stdout, `${visibleLine(out)}: ${accepted.cases.length} cases accepted${aside}. Commit it.\n`)
  return 0
}

/** What was left out of a run would be missed by no later one. */
function refuseParts(document: TribunalDocument, file: string): void {
  const { scope, unreadable, inspections, laws } = document
  const [contradiction] = contradictions(document)
  const fault =
    scope.narrowed !== 'no'
      ? `it was narrowed to some ${scope.narrowed}, so cases are missing from it`
      : unreadable.length > 0
        ? `${unreadable.length} of its records could not be read`
        : inspections.length + laws.length === 0
          ? 'it holds no inspection and no law'
          : scope.missing !== undefined
            ? `${scope.missing.files} of ${scope.missing.of} test files are missing from it`
            : contradiction?.message.replace(/\.[^.]*\.$/, '')
  if (fault === undefined) return
  throw new TribunalError('invalid-input', `${file} cannot be the baseline: ${fault}. Run all tests, then accept that.`)
}
