import type { CliCommand } from '../command.ts'
import { arbitrate } from './arbitrate.ts'
import { baseline } from './baseline.ts'
import { diff } from './diff.ts'
import { explain } from './explain.ts'
import { gate } from './gate.ts'
import { history } from './history.ts'
import { init } from './init.ts'
import { inspect } from './inspect.ts'
import { report } from './report.ts'
import { repro } from './repro.ts'

/** All commands, in the order in which the help lists them. */
export const COMMANDS: readonly CliCommand[] = [
  inspect,
  history,
  diff,
  explain,
  report,
  gate,
  baseline,
  arbitrate,
  repro,
  init,
]
