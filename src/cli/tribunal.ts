import { createRequire } from 'node:module'
import { Command, CommanderError } from 'commander'
import { TribunalError } from '../errors.ts'
import { visible, visibleLine } from '../report/visible.ts'
import { COMMANDS } from './commands/index.ts'
import { type ExitCode, type Io, MISUSE, write } from './io.ts'

/**
 * The `tribunal` command without its process: parses the arguments and runs the command they name.
 *
 * @param args - as typed, without the program's own name
 * @param io - where to write, the environment, the clock
 * @returns 0 pass, 1 under the gate, 2 misuse or cannot be inspected, 3 nothing was checked
 */
export async function tribunal(args: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = 0
  const program = programFor(io)
  for (const { name, summary, define, run } of COMMANDS) {
    const command = program.command(name).description(summary)
    define(command)
    command.action(async () => {
      code = await run(command.processedArgs, command.opts(), io)
    })
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    // Commander has said what is wrong, or shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : MISUSE
    await write(io.stderr, complaint(error))
    return MISUSE
  }
}

// Helpers

const requires = createRequire(import.meta.url)

function programFor({ stdout, stderr }: Io): Command {
  const { version } = requires('vitest-tribunal/package.json') as { version: string }
  return (
    new Command('tribunal')
      .description(
        'Inspects the run directories that multi-agent LLM programs leave behind, and gates what a run of the tests found.',
      )
      .version(version)
      .exitOverride()
      // Narrow terminals get narrow help instead of lines that break anywhere.
      .configureHelp({ minWidthToWrap: 20 })
      .configureOutput({
        writeOut: (text) => stdout.write(text),
        writeErr: (text) => stderr.write(visible(text)),
        getOutHelpWidth: () => stdout.columns || 80,
        getErrHelpWidth: () => stderr.columns || 80,
      })
      .addHelpText(
        'after',
        '\nExit codes: 0 pass, 1 under the gate, 2 cannot be inspected or misuse,\n3 nothing was checked.',
      )
  )
}

/** A mistake of the caller gets a sentence; a mistake of ours its stack and where to send it. */
function complaint(error: unknown): string {
  if (error instanceof TribunalError) return `error: ${visibleLine(error.message)}\n`
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `error: Tribunal has failed, not your run. Please report this, with the run directory if you may.\n${visible(stack)}\n`
}
