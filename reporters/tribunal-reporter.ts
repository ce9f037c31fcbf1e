import type { GateLevel } from '../src/report/gate.ts'

/** What the reporter is told by the plugin. */
export interface TribunalReporterOptions {
  readonly gate: GateLevel
  readonly report: string | false
  readonly seed: number
  readonly include: readonly string[]
  readonly setupFile?: string
}

/** Collects what tests have left, writes the report and gates the run. */
export class TribunalReporter {
  readonly options: TribunalReporterOptions

  constructor(options: TribunalReporterOptions) {
    this.options = options
  }
}
