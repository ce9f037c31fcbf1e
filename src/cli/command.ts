import type { Command, OptionValues } from 'commander'
import type { ExitCode, Io } from './io.ts'

/** One command of `tribunal`; a file of commands/ each, listed in commands/index.ts. */
export interface CliCommand {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** Declares arguments and options. */
  define(command: Command): void
  /**
   * Does the work. Throws TribunalError for what the caller did wrong; finishes its output before it returns.
   *
   * @param args - arguments as commander parsed them: a list for a variadic one
   */
  run(args: readonly unknown[], options: OptionValues, io: Io): Promise<ExitCode>
}
