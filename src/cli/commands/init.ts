import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { TribunalError } from '../../errors.ts'
import { POLICY_TEMPLATE } from '../../report/policy/policy-template.ts'
import { visibleLine } from '../../report/visible.ts'
import type { CliCommand } from '../command.ts'
import { type ExitCode, type Io, write } from '../io.ts'
import { writeFile } from '../write-file.ts'

/** `tribunal init`: writes a policy to begin with. */
export const init: CliCommand = {
  name: 'init',
  summary: 'write a commented policy for `tribunal gate`',
  define(command: Command) {
    command
      .option('--out <file>', 'where the policy goes', 'tribunal.policy.jsonc')
      .option('--force', 'write over a file that is there')
  },
  run: (_, options, io) => run(options as Options, io),
}

// Helpers

interface Options {
  readonly out: string
  readonly force?: true
}

async function run({ out, force }: Options, io: Io): Promise<ExitCode> {
  if (!force && existsSync(out))
    throw new TribunalError('invalid-input', `${out} is there already. Give --out another path, or --force.`)
  await writeFile(out, POLICY_TEMPLATE)
  await write(
    io.stdout,
    `${visibleLine(out)}: edit it, then \`tribunal gate tribunal-report/tribunal.json --policy ${visibleLine(out)}\`.\n`,
  )
  return 0
}
