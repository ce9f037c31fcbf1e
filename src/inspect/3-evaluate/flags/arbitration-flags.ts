import { checkArbitrationRecord } from '../../../arbitration/check-record.ts'
import type { ArbitrationFinding } from '../../../arbitration/record-finding.ts'
import type { Flag } from '../../inspection.ts'
import type { Case } from '../case.ts'
import { atFile } from '../evidence.ts'
import { flag } from './flag-table.ts'

/** Flags on decisions that the run let a model take. Source: docs/arbitration.md. */
export function* arbitrationFlags({ material }: Case): Generator<Flag> {
  for (const { path, record, problem } of material.arbitrations) {
    if (problem !== null) {
      yield flag('arbitration-broken', `${path} is no record of arbitration: ${problem}.`, [atFile(path, problem)])
      continue
    }
    const { findings } = checkArbitrationRecord(record)
    const at = (one: ArbitrationFinding) => atFile(path, `${one.pointer} ${one.message}`)
    const outside = findings.filter(({ id }) => OUTSIDE.has(id))
    const byDefault = findings.filter(({ severity }) => severity === 'info')
    const broken = findings.filter((one) => !outside.includes(one) && !byDefault.includes(one))
    if (outside.length > 0)
      yield flag(
        'arbitration-outside-list',
        `${path}: the flow took an action that it was not allowed to take.`,
        outside.map(at),
      )
    if (broken.length > 0)
      yield flag(
        'arbitration-broken',
        `${path} does not keep the contract of arbitration in ${broken.length} ${broken.length === 1 ? 'place' : 'places'}.`,
        broken.slice(0, MOST_EVIDENCE).map(at),
      )
    if (byDefault.length > 0)
      yield flag('arbitration-default', `${path}: the flow took its default.`, byDefault.map(at))
  }
}

// Helpers

/** Neither allowed nor the default. */
const OUTSIDE: ReadonlySet<string> = new Set(['action-outside-list', 'default-differs'])

const MOST_EVIDENCE = 10
