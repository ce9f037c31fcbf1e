import type { CliCommand } from '../command.ts'
import { arbitrate } from './arbitrate.ts'
import { inspect } from './inspect.ts'

/** All commands, in the order in which the help lists them. */
export const COMMANDS: readonly CliCommand[] = [inspect, arbitrate]
