import type { CliCommand } from '../command.ts'
import { arbitrate } from './arbitrate.ts'
import { baseline } from './baseline.ts'
import { gate } from './gate.ts'
import { init } from './init.ts'
import { inspect } from './inspect.ts'
import { report } from './report.ts'
import { repro } from './repro.ts'

/** All commands, in the order in which the help lists them. */
export const COMMANDS: readonly CliCommand[] = [inspect, report, gate, baseline, arbitrate, repro, init]
