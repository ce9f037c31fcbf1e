import type { ArbitrationFailure } from './contract.ts'

/** One thing that is wrong with an input or an answer. */
export interface Fault {
  /** Stable, kebab-case. */
  readonly code: string
  /** A JSON pointer; '' is the whole. */
  readonly path: string
  /** What is wrong there, as the end of a sentence that begins with the path. */
  readonly message: string
}

export const missing = (path: string): Fault => ({ code: 'missing', path, message: 'is missing' })

export const wrongType = (path: string, wanted: string): Fault => ({
  code: 'wrong-type',
  path,
  message: `is not ${wanted}`,
})

/** The code that tells most: an action that the flow does not have. */
export const OUTSIDE_LIST = 'outside-list'

/** Faults that a message spells out; its failure's paths always name all. */
const SPELT_OUT = 20

/** Puts faults into one failure; at least one fault. */
export function failureOf(
  kind: ArbitrationFailure['kind'],
  whole: string,
  faults: readonly Fault[],
  next: string,
): ArbitrationFailure {
  const codes = new Set(faults.map(({ code }) => code))
  const spelt = faults.slice(0, SPELT_OUT).map(({ path, message }) => `${path === '' ? whole : path} ${message}`)
  if (faults.length > SPELT_OUT) spelt.push(`and ${faults.length - SPELT_OUT} more faults`)
  return Object.freeze({
    kind,
    code: codes.size === 1 ? faults[0]!.code : codes.has(OUTSIDE_LIST) ? OUTSIDE_LIST : 'several-faults',
    message: `${spelt.join('; ')}. ${next}`,
    paths: Object.freeze([...new Set(faults.map(({ path }) => path))]),
  })
}

/** One more step of a JSON pointer (RFC 6901). */
export const pointer = (path: string, key: string | number): string =>
  `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** A string as a short JSON literal, for sentences. */
export function quoted(text: string): string {
  return text.length <= 80 ? JSON.stringify(text) : `${JSON.stringify(text.slice(0, 80))} (${text.length} characters)`
}

/** Cuts a text of unknown length for a sentence or a record; cutting twice changes nothing. */
export const clipped = (text: string): string => (text.length <= CLIP ? text : `${text.slice(0, CLIP - 1)}…`)

const CLIP = 500
