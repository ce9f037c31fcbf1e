import { worstFlagOf } from './cases-of.ts'
import type { TribunalRecord } from './records.ts'
import { visibleLine } from './visible.ts'

/**
 * Says in one line what a record found: verdict, worst flag, seed; for user interfaces that show a line per finding.
 *
 * @param record - any record
 * @returns undefined where another record of the same test says the same
 */
export function recordLine(record: TribunalRecord): string | undefined {
  const line = told(record)
  return line === undefined ? undefined : visibleLine(`${line}${expectation(record)}`.slice(0, 600))
}

// Helpers

function told(record: TribunalRecord): string | undefined {
  switch (record.kind) {
    case 'inspection': {
      const { system, run_id, verdict, runtime_fidelity, task_effectiveness } = record.inspection
      const worst = worstFlagOf(record)
      const flag = worst === undefined ? '' : `, worst flag ${worst.id} (${worst.severity})`
      return `${system} ${run_id}: verdict ${verdict}, fidelity ${runtime_fidelity}, effectiveness ${task_effectiveness}${flag}`
    }
    case 'uninspectable':
      return `${record.subject}: cannot be inspected (${record.code})`
    case 'trial': {
      const { header, status, usage } = record.run
      const [broken] = record.violations
      const laws = broken === undefined ? 'no law broken' : `breaks ${broken.law}`
      return `${header.composite} ${header.runId}: ${status}, ${usage.calls} calls, ${laws}`
    }
    case 'law': {
      if (record.run !== undefined) return undefined
      const never = record.missing.length === 0 ? '' : `, never saw ${record.missing.join(', ')}`
      const path = record.path === null ? '' : `, path ${record.path}`
      return `${record.law} of ${record.subject}: ${record.status} over ${record.tries} tries, seed ${record.seed}${path}${never}`
    }
    case 'arbitration':
      return undefined
  }
}

function expectation(record: TribunalRecord): string {
  if (record.kind === 'arbitration' || !record.expectation) return ''
  return record.expectation.met ? ', as expected' : `, but ${record.expectation.expected} is expected`
}
