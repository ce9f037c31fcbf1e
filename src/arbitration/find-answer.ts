import { canonicalJson } from '../json/canonical-json.ts'
import { type FoundProblem, findJsonObjects } from '../json/find-json-objects.ts'
import { isObject, type Json, type JsonObject } from '../json/json.ts'
import { LIMITS } from './contract.ts'
import type { Fault } from './fault.ts'
import { snapshotJson } from './snapshot-json.ts'

/** The part of a reply that an answer is read from. */
export interface Said {
  readonly text: string
  readonly data?: Json
  /** Set in a record where the reply was too long to be kept. */
  readonly cut?: number
}

/** The one object of a reply, or why there is none. */
export type Found = { readonly object: JsonObject } | { readonly fault: Fault }

/**
 * Finds the one JSON object of a reply: its structured part, or its text bare or in one fence. Fails closed: a second object, one
 * that was cut off, a key given twice, or an unfenced object among words is no answer.
 *
 * @param said - text and structured part of a reply
 */
export function findAnswer(said: Said): Found {
  const { text, data } = said
  if (lengthOf(said) > LIMITS.replyLength) return broken('too-long', `is longer than ${LIMITS.replyLength} characters`)
  const { objects, problems } = findJsonObjects(text, { maxDepth: LIMITS.depth })
  const found = objects.length + problems.length
  if (found > 1) return broken('several-objects', `holds ${found} JSON objects where one is expected`)
  const [problem] = problems
  if (problem) return broken(CODES[problem.problem], `holds no valid JSON object: ${problem.message}`)
  const [inText] = objects
  if (data !== undefined) return structured(data, inText?.value)
  if (!inText) return broken('no-object', text === '' ? 'is empty' : 'holds no JSON object')
  if (inText.place === 'prose')
    return broken('words-around', 'has words around the object: only a fence may hold them apart')
  return { object: inText.value }
}

/** The length of a reply in UTF-16 code units: of its text, or of its structured part where that is longer, or what it was before a cut. */
export const lengthOf = ({ text, data, cut = 0 }: Said): number =>
  Math.max(cut, text.length, data === undefined ? 0 : JSON.stringify(data).length)

// Helpers

const CODES: { readonly [problem in FoundProblem['problem']]: string } = {
  syntax: 'invalid-json',
  'duplicate-key': 'duplicate-key',
  'too-deep': 'too-deep',
  'too-large': 'too-long',
}

/** The text beside a structured part may repeat it, but not say something else. */
function structured(data: Json, inText: JsonObject | undefined): Found {
  const { copy, faults } = snapshotJson(data, '')
  if (faults[0]) return broken(faults[0].code, `has a structured part that ${faults[0].message}`)
  if (!isObject(copy)) return broken('no-object', 'has a structured part that is no object')
  if (inText && canonicalJson(inText) !== canonicalJson(copy))
    return broken('several-objects', 'says one thing in its text and another in its structured part')
  return { object: copy as JsonObject }
}

const broken = (code: string, message: string): Found => ({ fault: { code, path: '', message } })
