import type { Command } from 'commander'
import { visible } from '../../report/visible.ts'
import type { CliCommand } from '../command.ts'
import { type ExitCode, type Io, MISUSE, write } from '../io.ts'
import { loadModule } from '../load-module.ts'

/** `tribunal repro`: tries a stored example of a broken law again. */
export const repro: CliCommand = {
  name: 'repro',
  summary: 'try a stored example of a broken law again',
  define(command: Command) {
    command
      .argument('<example.json>', 'a file of .tribunal/examples')
      .option('--module <file>', 'where the subject is exported, if the example does not say or you have moved it')
      .addHelpText('after', EXAMPLES)
  },
  run: ([file], options, io) => run(file as string, options as Options, io),
}

// Helpers

interface Options {
  readonly module?: string
}

const EXAMPLES = `
Examples:
  tribunal repro .tribunal/examples/worker-critic--taint--1a2b3c4d.json
  npx tsx node_modules/.bin/tribunal repro <example.json>     # where the subject is written in TypeScript

Exit codes: 0 the law holds by now, 1 it is still broken, 2 the subject cannot be found or loaded; the test to paste is printed.`

async function run(file: string, { module }: Options, io: Io): Promise<ExitCode> {
  // Loaded for this command alone: everyone else does without fast-check.
  const { reproduce } = await import('../../../properties/reproduce.ts')
  const { status, message, test } = await reproduce(file, (address, testFile) =>
    loadModule(module ?? address, module === undefined ? testFile : null),
  )
  await write(io.stdout, visible(status === 'held' ? `${message}\n` : `${message}\n\n${test}`))
  return status === 'held' ? 0 : status === 'broken' ? 1 : MISUSE
}
