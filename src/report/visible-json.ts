import { ACTING_ALL } from './visible.ts'

/**
 * Writes JSON in which nothing acts on a terminal: the same value for whoever parses it, with escapes for what `visible` makes visible.
 *
 * @param value - what JSON can carry
 * @param indent - spaces a level; none for one line
 */
export const visibleJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replace(ACTING_ALL, (sign) =>
    Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
