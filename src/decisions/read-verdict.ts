import { isObject } from '../json/json.ts'
import { doubtsAcceptance } from './doubts-acceptance.ts'
import { listOf, loneWord, valuesOf, wordsOf } from './fields.ts'
import { findSpoken, type Spoken } from './find-spoken.ts'
import { type OpenReply, openReply, withoutSpans } from './open-reply.ts'
import type { Readable, Reading } from './reading.ts'
import { asciiLower } from './split-sentences.ts'

/** What a critic's reply was read as. */
export interface VerdictReading extends Reading {
  readonly verdict: 'accept' | 'reject' | 'unreadable'
  /** Why; the whole text when the verdict is unreadable. */
  readonly reasoning: string
  readonly issues: readonly string[]
  readonly suggestions: readonly string[]
}

/**
 * Reads a critic's verdict: from structured data, from the one JSON object in the text, from a line `Verdict: …`, from the
 * word the text begins with, in this order; and fails closed.
 *
 * Everything in the reply that claims a verdict has to claim the same, or the reply is unreadable, whichever comes first. An
 * acceptance must not be doubted anywhere in the prose. Only `accept`, `accepted`, `reject` and `rejected` are verdicts, in
 * any case; `true`, 1 or "approve" are none. Block quotes and fences hold other people's words, unless they hold the whole
 * reply. Source: docs/information-flow.md, "Channels".
 *
 * @param reply - the text and, where the model gave it, the structured data; neither is limited in size
 * @returns one reading for every reply; unreadable counts as a rejection
 *
 * @example
 * ```ts
 * import { readVerdict } from 'vitest-tribunal'
 *
 * console.log(readVerdict({ text: 'Verdict: reject\nIt has no title.' }).reasoning) // It has no title.
 * console.log(readVerdict({ text: 'Accept, but only with a title.' }).verdict) // unreadable
 * ```
 */
export function readVerdict({ text, data }: Readable): VerdictReading {
  const reply = openReply(text, data)
  const spoken = findSpoken(reply.prose, reply.body, 'verdict').filter(
    ({ via, heads, word }) => VERDICTS.has(word) || (via === 'label' && !heads),
  )
  const claims = [...claimsOfData(data), ...claimsOfJson(reply), ...spoken.map((said) => claimOfSpoken(reply, said))]
  const [first] = claims
  const verdict = first?.verdict
  if (!verdict || claims.some((claim) => claim.verdict !== verdict)) return unreadable(text)
  if (verdict === 'accept' && doubtsAcceptance(reply, spoken)) return unreadable(text)

  const { via, fields } = first
  const labels = spoken.map(({ cut }) => cut)
  const prose = withoutSpans(reply.body, fields ? [...labels, ...reply.structures] : labels)
  return {
    via,
    readable: true,
    verdict,
    reasoning: wordsOf(fields ?? {}, 'reasoning') ?? prose,
    issues: listOf(fields ?? {}, 'issues'),
    suggestions: listOf(fields ?? {}, 'suggestions'),
  }
}

// Helpers

/** One place of a reply that gives a verdict, or tries to and gives none. */
interface Claim {
  readonly via: Reading['via']
  readonly verdict: 'accept' | 'reject' | undefined
  /** The structure that it stands in. */
  readonly fields?: object
}

const VERDICTS = new Map([
  ['accept', 'accept'],
  ['accepted', 'accept'],
  ['reject', 'reject'],
  ['rejected', 'reject'],
] as const) as ReadonlyMap<string, 'accept' | 'reject'>

const unreadable = (text: string): VerdictReading => ({
  via: 'none',
  readable: false,
  verdict: 'unreadable',
  reasoning: text,
  issues: [],
  suggestions: [],
})

function claimsOfData(data: unknown): Claim[] {
  if (data === undefined || data === null) return []
  // Data of another shape was to be a verdict and is none.
  if (!isObject(data)) return [{ via: 'data', verdict: VERDICTS.get(loneWord(data)), fields: {} }]
  return claimsOfObject('data', data)
}

function claimsOfJson({ body, objects, problems }: OpenReply): Claim[] {
  const claims = objects.flatMap(({ value }) => claimsOfObject('json', value))
  const garbled = problems.some(({ start, end }) => /verdict|\\u/.test(asciiLower(body.slice(start, end))))
  // One object is the verdict; one of several, or one that cannot be parsed, may be an example, an echo or a quote. The
  // empty object is left aside: it says nothing, and any function body is one.
  const speaking = objects.filter(({ value }) => Object.keys(value).length > 0)
  return garbled || (speaking.length > 1 && claims.length > 0) ? [{ via: 'json', verdict: undefined }] : claims
}

function claimsOfObject(via: Reading['via'], fields: object): Claim[] {
  const values = valuesOf(fields, 'verdict')
  return values.length === 0
    ? []
    : [{ via, fields, verdict: values.length > 1 ? undefined : VERDICTS.get(loneWord(values[0])) }]
}

/** "Reject?" is no verdict; what speaks against an acceptance is looked for in the whole prose. */
function claimOfSpoken({ prose }: OpenReply, { via, word, at, cut }: Spoken): Claim {
  const asked = /[?\uFF1F]/.test(prose.slice(at.end, cut.end))
  return { via, verdict: asked ? undefined : VERDICTS.get(word) }
}
