import { readDecision } from '../../src/decisions/read-decision.ts'
import { readVerdict } from '../../src/decisions/read-verdict.ts'
import type { DecisionReader, Readable } from '../../src/decisions/reading.ts'
import type { ReaderKind } from '../readers/reader-laws.ts'

/** A reader with one fault planted, and the law that was made to find it. */
export interface ReaderMutant {
  readonly name: string
  readonly law: string
  readonly kind: ReaderKind
  readonly read: DecisionReader
}

/** What a critic decides between. */
export const VERDICTS: ReaderKind = { field: 'verdict', values: ['accept', 'reject'], affirmative: 'accept' }
/** What an arbiter decides between. */
export const DECISIONS: ReaderKind = {
  field: 'decision',
  values: ['continue', 'adjust', 'abort'],
  mostRestrictive: true,
}

/** Readers that each do one thing wrong. */
export const readerMutants: readonly ReaderMutant[] = [
  verdict('accepts wherever it says "accept"', 'no-negation', (reply) =>
    /accept/i.test(reply.text) ? accepting : readVerdict(reply),
  ),
  verdict('accepts what begins with "accept"', 'no-doubt', (reply) =>
    /^\W*accept\b/i.test(reply.text) ? accepting : readVerdict(reply),
  ),
  verdict('takes true for an acceptance', 'no-lookalike', (reply) =>
    /true|\b1\b/.test(reply.text) ? accepting : readVerdict(reply),
  ),
  verdict('takes approval for an acceptance', 'no-lookalike', (reply) =>
    /^(?:approved|yes|lgtm)/i.test(reply.text) ? accepting : readVerdict(reply),
  ),
  verdict('accepts what it cannot read', 'no-doubt', (reply) => orElse(readVerdict(reply), accepting)),
  verdict('believes the data alone', 'agreement', (reply) =>
    reply.data === undefined ? readVerdict(reply) : readVerdict({ text: '', data: reply.data }),
  ),
  verdict('believes the first of two statements', 'agreement', (reply) =>
    readVerdict({ text: reply.text.split('\n\n')[0]! }),
  ),
  verdict('says that what it cannot read is readable', 'one-reading', (reply) => ({
    ...readVerdict(reply),
    readable: true,
  })),
  verdict('throws at what is no text', 'one-reading', (reply) => {
    if (reply.text.includes('\ud83d')) throw new RangeError('lone surrogate')
    return readVerdict(reply)
  }),
  verdict('does not look into fences', 'wrapping', (reply) =>
    readVerdict({ ...reply, text: reply.text.replace(/^`{3}[\s\S]*`{3}\s*$/, '') }),
  ),
  verdict('stumbles over block quotes', 'wrapping', (reply) =>
    readVerdict({ ...reply, text: reply.text.replace(/^>.*/s, '') }),
  ),
  verdict('stumbles over white space', 'wrapping', (reply) =>
    /^\s/.test(reply.text) ? readVerdict({ text: '' }) : readVerdict(reply),
  ),
  remembering('remembers what it read before', 'one-reading'),

  decision('aborts wherever it says "abort"', 'no-negation', (reply) =>
    /abort/i.test(reply.text) ? readDecision({ text: 'abort' }) : readDecision(reply),
  ),
  decision('takes the last of several decisions', 'agreement', (reply) =>
    readDecision({ text: reply.text.slice(reply.text.lastIndexOf('\n') + 1) }),
  ),
  decision('takes the mildest of several decisions', 'agreement', (reply) =>
    /continue/i.test(reply.text) && readDecision(reply).readable
      ? readDecision({ text: 'continue' })
      : readDecision(reply),
  ),
  decision('reads data and nothing else', 'one-reading', ({ data }) =>
    readDecision({ text: '', ...(data === undefined ? {} : { data }) }),
  ),
  decision("reads a quoted reply as somebody else's", 'wrapping', (reply) =>
    readDecision({ ...reply, text: reply.text.replace(/^"[\s\S]*"$/, '') }),
  ),
]

// Helpers

// Only used when a mutant reads, never while the list is made.
const accepting = readVerdict({ text: 'accept' })

function verdict(name: string, law: string, read: DecisionReader): ReaderMutant {
  return { name, law, kind: VERDICTS, read }
}

function decision(name: string, law: string, read: DecisionReader): ReaderMutant {
  return { name, law, kind: DECISIONS, read }
}

function orElse<R extends ReturnType<DecisionReader>>(reading: R, other: R): R {
  return reading.readable ? reading : other
}

function remembering(name: string, law: string): ReaderMutant {
  let turn = 0
  const read = (reply: Readable) => (turn++ % 7 === 3 ? readVerdict({ text: '' }) : readVerdict(reply))
  return { name, law, kind: VERDICTS, read }
}
