import type { TribunalRecord } from '../../records.ts'
import { visibleLine } from '../../visible.ts'
import { worstFirst } from './evidence-view.ts'
import { originText } from './origin-view.ts'
import { replayView } from './replay-view.ts'
import { shown } from './text-view.ts'
import type { Tone } from './tone.ts'

/** A record with the anchor under which the page shows it. */
export interface Anchored<R extends TribunalRecord = TribunalRecord> {
  readonly record: R
  readonly id: string
}

/** One of the worst things. */
export interface WorstView {
  readonly tone: Tone
  readonly title: string
  readonly tag: string
  readonly text: string
  readonly where: string
  /** The command that runs it again. */
  readonly replay: string
  readonly href: string
}

/** Says in a line or two what is bad about a record, and where to look. */
export function worstView({ record, id }: Anchored): WorstView {
  const view = told(record)
  const seed = record.kind === 'law' && record.run === undefined ? record.seed : undefined
  return { ...view, where: originText(record.origin), replay: replayView(record.origin, seed), href: id }
}

// Helpers

function told(record: TribunalRecord): Pick<WorstView, 'tone' | 'title' | 'tag' | 'text'> {
  switch (record.kind) {
    case 'inspection': {
      const { system, run_id, verdict, flags } = record.inspection
      const [worst] = worstFirst(flags)
      const wanted =
        record.expectation === null ? '' : `, but the test expects ${visibleLine(record.expectation.expected)}`
      return {
        tone: verdict === 'pass' ? 'fail' : verdict,
        title: visibleLine(`${system} · ${run_id}`),
        tag: `verdict ${verdict}${wanted}`,
        text:
          worst === undefined ? shown(record.inspection.summary, 300) : shown(`${worst.id}: ${worst.description}`, 400),
      }
    }
    case 'uninspectable':
      return {
        tone: 'fail',
        title: visibleLine(record.subject),
        tag: visibleLine(record.code),
        text: shown(record.message, 400),
      }
    case 'trial': {
      const [violation] = record.violations
      const { header, failure } = record.run
      const tone = violation === undefined ? 'partial' : 'fail'
      return {
        tone,
        title: visibleLine(`${header.composite} · ${header.runId}`),
        tag: violation === undefined ? 'run failed' : `breaks ${visibleLine(violation.law)}`,
        text: shown(violation?.message ?? failure?.message ?? '', 400),
      }
    }
    case 'law':
      return {
        tone: record.status === 'broken' ? 'fail' : 'partial',
        title: visibleLine(`${record.law} of ${record.subject}`),
        tag: record.status === 'broken' ? 'law broken' : 'law not checked',
        text: shown(record.message, 400),
      }
    case 'arbitration':
      return { tone: 'info', title: 'arbitration', tag: '', text: '' }
  }
}
