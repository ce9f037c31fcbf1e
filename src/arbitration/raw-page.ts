import { LIMITS } from './contract.ts'

/**
 * Says by what a string is known as a raw page: a document's opening, or too many tags; undefined when it is none.
 * Case does not count. One pass over the text, whatever it holds.
 *
 * @param text - any string of the facts or signals
 */
export function rawPageSign(text: string): string | undefined {
  if (!text.includes('<')) return undefined
  const opening = /<!doctype\s+html|<html|<body/i.exec(text)
  if (opening) return opening[0].toLowerCase()
  const tags = countTags(text)
  return tags >= LIMITS.pageTags ? `${tags} tags` : undefined
}

/**
 * Counts tags, opening and closing ones: `<` or `</`, a letter, and a `>` before the next `<`.
 *
 * @param text - any string
 */
export function countTags(text: string): number {
  let tags = 0
  let open = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === LESS) open = isLetter(text.charCodeAt(text.charCodeAt(at + 1) === SLASH ? at + 2 : at + 1))
    else if (unit === GREATER && open) {
      tags++
      open = false
    }
  }
  return tags
}

// Helpers

const LESS = 0x3c
const GREATER = 0x3e
const SLASH = 0x2f

const isLetter = (unit: number) => (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)
