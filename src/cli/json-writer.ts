import type { Depth } from '../inspect/inspection.ts'
import type { GateLevel } from '../report/gate.ts'
import { visibleJson } from '../report/visible-json.ts'
import type { InspectionWriter } from './inspection-writer.ts'
import { type Io, write } from './io.ts'
import type { LeftOut } from './outcome.ts'

/** Writes one JSON document, one run a line, each as soon as it is there. Schema: inspections.schema.json. */
export function jsonWriter(
  { stdout }: Io,
  depth: Depth,
  level: GateLevel,
  leftOut: readonly LeftOut[],
): InspectionWriter {
  let before = `${visibleJson({ format: 'tribunal-inspections', version: 1, depth }).slice(0, -1)},"runs":[\n`
  return {
    async add(outcome) {
      const text = before + visibleJson(outcome)
      before = ',\n'
      await write(stdout, text)
    },
    async end({ status, exitCode, message, refusals }) {
      const gate = { level, status, exit_code: exitCode, message, refusals }
      const start = before.startsWith('{') ? before.trimEnd() : ''
      await write(stdout, `${start}\n],"left_out":${visibleJson(leftOut)},"gate":${visibleJson(gate)}}\n`)
    },
  }
}

/** Writes a line for each run, as one of the document's `runs`, and nothing else. */
export function jsonLinesWriter({ stdout }: Io): InspectionWriter {
  return {
    add: (outcome) => write(stdout, `${visibleJson(outcome)}\n`),
    end: async () => {},
  }
}
