import { visible } from '../../visible.ts'

/** A text as the page shows it. */
export interface TextView {
  readonly name: string
  readonly size: string
  readonly text: string
}

/** Code units of one text that the page keeps; tribunal.json has what the record has. */
const PAGE_LIMIT = 12_000

/**
 * Prepares a text from a run for the page: visible, and not longer than a reader would scroll.
 *
 * @param text - from anywhere
 * @param limit - code units, 1 or more
 */
export function shown(text: string, limit: number = PAGE_LIMIT): string {
  if (text.length <= limit) return visible(text)
  return `${visible(text.slice(0, limit))}\n[${text.length - limit} more characters in tribunal.json]`
}

/** A text under a name, with its size in words. */
export const textView = (name: string, text: string): TextView => ({ name, size: sizeOf(text), text: shown(text) })

/** A JSON value under a name, indented. */
export const jsonView = (name: string, value: unknown): TextView =>
  textView(name, JSON.stringify(value, null, 2) ?? 'nothing')

/** The size of a text in words. */
export const sizeOf = (text: string): string => `${text.length} character${text.length === 1 ? '' : 's'}`
