import type { Depth } from '../inspect/inspection.ts'
import type { GateLevel } from '../report/gate.ts'
import type { InspectionWriter } from './inspection-writer.ts'
import { type Io, write } from './io.ts'

/** Writes one JSON document, one run a line, each as soon as it is there. Schema: inspections.schema.json. */
export function jsonWriter({ stdout }: Io, depth: Depth, level: GateLevel): InspectionWriter {
  let before = `${JSON.stringify({ format: 'tribunal-inspections', version: 1, depth }).slice(0, -1)},"runs":[\n`
  return {
    async add(outcome) {
      const text = before + JSON.stringify(outcome)
      before = ',\n'
      await write(stdout, text)
    },
    async end({ status, exitCode, message, refusals }) {
      const gate = { level, status, exit_code: exitCode, message, refusals }
      await write(stdout, `\n],"gate":${JSON.stringify(gate)}}\n`)
    },
  }
}
