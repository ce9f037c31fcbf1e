import { assemble } from '../report/assemble.ts'
import { boundRecord } from '../report/bound-record.ts'
import type { GateLevel } from '../report/gate.ts'
import type { HistoryEntry } from '../report/html/views/systems-view.ts'
import type { TribunalRecord } from '../report/records.ts'
import { uninspectableRecord } from './gate-tally.ts'
import { isInspected, type Outcome } from './outcome.ts'
import { writeFile } from './write-file.ts'

/** Gathers outcomes for one HTML page; a page holds all of them, so this does too, each bounded. */
export interface HtmlPage {
  add(outcome: Outcome): void
  /** @param history - earlier inspections, oldest first */
  write(level: GateLevel, history: readonly HistoryEntry[]): Promise<void>
}

/**
 * Starts a page.
 *
 * @param file - where it goes
 */
export function htmlPage(file: string): HtmlPage {
  const records: TribunalRecord[] = []
  return {
    add(outcome) {
      const record: TribunalRecord = isInspected(outcome)
        ? {
            kind: 'inspection',
            inspection: outcome.inspection,
            evaluation: outcome.evaluation,
            origin: null,
            expectation: null,
          }
        : uninspectableRecord(outcome)
      records.push(boundRecord(record))
    },
    async write(level, history) {
      // Templates are loaded only when a page is asked for.
      const { renderHtml } = await import('../report/html/render-html.ts')
      const document = assemble({ seed: null, scope: { include: null, narrowed: 'no' }, level, records })
      await writeFile(file, renderHtml(document, history))
    },
  }
}
