import { Argument, type Command } from 'commander'
import { arbitrateCheck } from '../arbitrate-check.ts'
import type { CliCommand } from '../command.ts'

/** `tribunal arbitrate check`: checks stored records of arbitration, whichever system wrote them. */
export const arbitrate: CliCommand = {
  name: 'arbitrate',
  summary: 'check stored records of arbitration against the contract',
  define(command: Command) {
    command
      .addArgument(new Argument('<what>', 'what to do').choices(['check']))
      .argument('<record.json...>', 'records, as arbitration/1.json of a run directory')
      .addHelpText('after', EXAMPLES)
  },
  run: ([, files], _, io) => arbitrateCheck(files as string[], io),
}

// Helpers

const EXAMPLES = `
Examples:
  tribunal arbitrate check record.json
  tribunal arbitrate check runs/20261130-171500/arbitration/*.json

Exit codes: 0 all hold, 1 one breaks the contract, 2 one cannot be read or is no such record, or misuse.`
