import { type Fence, findFences } from './find-fences.ts'
import type { JsonObject } from './json.ts'
import { type JsonFault, scanJson, skipSpace } from './scan-json.ts'

/** Where in a text something stands: it is the whole text, all that a fence holds, or it has prose around it. */
export type JsonPlace = 'whole' | 'fence' | 'prose'

/** A JSON object in a text; offsets are code units. */
export interface FoundObject {
  readonly value: JsonObject
  readonly start: number
  readonly end: number
  readonly place: JsonPlace
}

/** Something that starts like a JSON object and is none: a syntax fault, a repeated key, too deep. */
export interface FoundProblem extends JsonFault {
  readonly start: number
  readonly end: number
  readonly place: JsonPlace
}

/** The JSON objects of a text, and what failed to be one; both in the order of the text, none inside another. */
export interface FoundJson {
  readonly objects: readonly FoundObject[]
  readonly problems: readonly FoundProblem[]
}

/**
 * Finds every JSON object in a text: bare, in Markdown fences, or in the middle of prose.
 *
 * Objects inside other objects, or inside braces and brackets that are no JSON object, are not listed, so that nothing is
 * taken out of its context. Every character is read a bounded number of times: linear, whatever the text.
 */
export function findJsonObjects(text: string, { maxDepth = 100 }: { maxDepth?: number } = {}): FoundJson {
  const objects: FoundObject[] = []
  const problems: FoundProblem[] = []
  const placeOf = placer(text)
  let partners: Int32Array | undefined
  let failedArrayEnd = 0
  for (let at = nextOpening(text, 0); at < text.length; at = nextOpening(text, at)) {
    const start = at
    const inner = text.charAt(skipSpace(text, at + 1))
    if (text.charAt(at) === '[') {
      at++
      if (start >= failedArrayEnd) {
        const { fault, end } = scanJson(text, start, maxDepth)
        if (!fault) at = end
        else failedArrayEnd = end
      }
      // Brackets that enclose an object are its context, JSON or not.
      partners ??= matchBrackets(text)
      at = Math.max(at, partners[start] as number)
      continue
    }
    const { value, fault, end, closed } = scanJson(text, start, maxDepth)
    if (!fault) {
      objects.push({ value: value as JsonObject, start, end, place: placeOf(start, end) })
      at = end
      continue
    }
    partners ??= matchBrackets(text)
    const partner = partners[start] as number
    if (inner === '"') {
      // Without an end, the rest of the text belongs to it: nothing inside an object that was cut off passes for a whole one.
      at = closed ? end : partner === 0 ? text.length : Math.max(partner, end)
      problems.push({ ...fault, start, end: at, place: placeOf(start, at) })
    } else at = Math.max(partner, start + 1)
  }
  return { objects, problems }
}

// Helpers

function nextOpening(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x7b || code === 0x5b) return at
  }
  return text.length
}

/** For each opening brace or bracket the offset after its closing one, counted without regard to strings; 0 if there is none. */
function matchBrackets(text: string): Int32Array {
  const partners = new Int32Array(text.length)
  const open = { braces: [] as number[], brackets: [] as number[] }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x7b) open.braces.push(at)
    else if (code === 0x5b) open.brackets.push(at)
    else if (code === 0x7d || code === 0x5d) {
      const start = (code === 0x7d ? open.braces : open.brackets).pop()
      if (start !== undefined) partners[start] = at + 1
    }
  }
  return partners
}

/** Tells the place of spans that are asked for in the order of the text. */
function placer(text: string): (start: number, end: number) => JsonPlace {
  let fences: Fence[] | undefined
  let index = 0
  const whole = trimmed(text, 0, text.length)
  return (start, end) => {
    if (whole.start === start && whole.end === end) return 'whole'
    fences ??= findFences(text)
    while (index < fences.length && (fences[index] as Fence).end <= start) index++
    const fence = fences[index]
    if (!fence || fence.contentStart > start) return 'prose'
    const content = trimmed(text, fence.contentStart, fence.contentEnd)
    return content.start === start && content.end === end ? 'fence' : 'prose'
  }
}

function trimmed(text: string, from: number, to: number): { start: number; end: number } {
  let [start, end] = [from, to]
  while (start < end && text.charAt(start).trim() === '') start++
  while (end > start && text.charAt(end - 1).trim() === '') end--
  return { start, end }
}
