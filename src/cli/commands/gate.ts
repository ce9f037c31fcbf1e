import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import type { Baseline } from '../../report/baseline/baseline.ts'
import { readBaseline } from '../../report/baseline/read-baseline.ts'
import { newCases } from '../../report/baseline/regressions.ts'
import type { Refusal } from '../../report/gate.ts'
import { githubAnnotations } from '../../report/github-annotations.ts'
import { type Judgement, judge } from '../../report/policy/judge.ts'
import { judgementMarkdown } from '../../report/policy/judgement-markdown.ts'
import type { Policy } from '../../report/policy/policy.ts'
import { visibleLine } from '../../report/visible.ts'
import { visibleJson } from '../../report/visible-json.ts'
import { addToSummary } from '../add-to-summary.ts'
import type { CliCommand } from '../command.ts'
import { type ExitCode, type Io, write } from '../io.ts'
import { type Palette, paletteOf } from '../palette.ts'
import { policyOf } from '../policy-of.ts'
import { readDocument } from '../read-document.ts'
import { readText } from '../read-text.ts'
import { gateLine } from '../table-writer.ts'

/** `tribunal gate`: holds a tribunal.json against a policy and a reviewed run, and says so by its exit code. */
export const gate: CliCommand = {
  name: 'gate',
  summary: 'hold a tribunal.json against a policy, and against a reviewed run',
  define(command: Command) {
    command
      .argument('<tribunal.json>', 'what a run of the tests has found')
      .option('--policy <file>', 'what is asked; `tribunal init` writes one (default: every verdict is pass)')
      .option(
        '--baseline <file>',
        'a reviewed run, as `tribunal baseline accept` writes it; goes over that of the policy',
      )
      .option('--json', 'write the result as JSON to standard output, all else to standard error')
      .option('--github', 'print annotations for a GitHub job, and add to its summary')
      .addHelpText('after', EXAMPLES)
  },
  run: ([file], options, io) => run(file as string, options as Options, io),
}

// Helpers

interface Options {
  readonly policy?: string
  readonly baseline?: string
  readonly json?: true
  readonly github?: true
}

const EXAMPLES = `
Examples:
  tribunal gate tribunal-report/tribunal.json --policy tribunal.policy.jsonc
  tribunal gate tribunal-report/tribunal.json --baseline tribunal.baseline.json

Exit codes: 0 pass, 1 something is under the gate, 2 something cannot be inspected or misuse, 3 something was never checked.`

async function run(file: string, options: Options, io: Io): Promise<ExitCode> {
  const policy = await policyOf(options.policy)
  const baseline = await baselineFor(policy, options)
  const document = await readDocument(file)
  const result = judge(document, policy, baseline)
  const said = options.json ? io.stderr : io.stdout
  const palette = paletteOf(said, io)
  const fresh = baseline === null ? 0 : newCases(document, baseline).length
  await write(said, lines(result, fresh, palette))
  if (options.json) await write(io.stdout, `${visibleJson(persisted(result), 2)}\n`)
  if (options.github) {
    await write(said, githubAnnotations(document, result.refusals))
    await addToSummary(judgementMarkdown(result), io)
  }
  return result.exitCode
}

async function baselineFor(policy: Policy, { policy: policyFile = '', baseline }: Options): Promise<Baseline | null> {
  const file = baseline ?? (policy.baseline && join(dirname(policyFile), policy.baseline.file))
  if (file === undefined) return null
  const hint =
    'A first run never becomes the baseline by itself: look at its report, then run `tribunal baseline accept`.'
  return readBaseline(await readText(file, hint), file)
}

function lines(result: Judgement, fresh: number, palette: Palette): string {
  const line = (sign: string, { rule, message }: Refusal) => `  ${sign} ${palette.dim(rule)} ${visibleLine(message)}`
  return [
    ...result.refusals.map((one) => line(one.status === 'unverified' ? palette.yellow('✗') : palette.red('✗'), one)),
    ...result.advisories.map((one) => line(palette.dim('advice'), one)),
    ...(fresh === 0
      ? []
      : [
          `  ${palette.dim('new')} ${fresh} case${fresh === 1 ? '' : 's'} unknown to the baseline: review, then accept`,
        ]),
    gateLine(result, palette),
    '',
  ].join('\n')
}

/** Schema: gate.schema.json. */
const persisted = ({ level, status, exitCode, message, refusals, advisories }: Judgement) => ({
  format: 'tribunal-gate',
  version: 1,
  level,
  status,
  exit_code: exitCode,
  message,
  refusals,
  advisories,
})
