import type { Reply } from '../../../composites/reply.ts'
import { visibleLine } from '../../visible.ts'
import type { Tone } from './tone.ts'

type Reading = NonNullable<Reply['reading']>

/** A decision as the page shows it. */
export interface ReadingView {
  readonly text: string
  readonly tone: Tone
}

/** What a decision was read as, in words. */
export function readingView(reading: Reading): ReadingView {
  const { verdict, decision } = reading as { verdict?: unknown; decision?: unknown }
  const found = typeof verdict === 'string' ? verdict : typeof decision === 'string' ? decision : 'something'
  return reading.readable
    ? {
        text: visibleLine(`${found}, read from ${VIA[reading.via] ?? reading.via}`),
        tone: GOOD.has(found) ? 'pass' : 'partial',
      }
    : { text: `unreadable${found === 'something' ? '' : visibleLine(`, so ${found}`)}`, tone: 'fail' }
}

/** What a deciding slot said besides its decision reads better than the JSON that carried it. */
export function wordsOf(reading: Reading): { preview?: string } {
  if (reading.via !== 'data' && reading.via !== 'json') return {}
  const { reasoning, adjustment, reason } = reading as { reasoning?: unknown; adjustment?: unknown; reason?: unknown }
  const words = [reasoning, adjustment, reason].find((one) => typeof one === 'string' && one !== '')
  return { preview: lineOf(typeof words === 'string' ? words : '') }
}

/** The first line of a text, not longer than a reader takes in at a glance. */
export function lineOf(text: string): string {
  const [line = ''] = text.split('\n', 1)
  return visibleLine(line.length > 160 ? `${line.slice(0, 160)}…` : line)
}

// Helpers

const GOOD = new Set(['accept', 'continue'])

const VIA: { readonly [via: string]: string } = {
  data: 'structured data',
  json: 'JSON in the text',
  label: 'a labelled line',
  'leading-word': 'the leading word',
  mention: 'a mention',
}
