import { visibleLine } from './visible.ts'

/**
 * Writes a text from a run into Markdown so that it shows as it is: no markup, no link, no picture, nobody mentioned, no issue
 * referred to.
 *
 * @param text - from anywhere; becomes one line
 * @param limit - code units, 1 or more
 */
export function markdownText(text: string, limit = 400): string {
  const line = visibleLine(text.slice(0, limit)) + (text.length > limit ? '…' : '')
  return (
    line
      .replace(/[!-/:-@[-`{-~]/g, (sign) => ENTITIES[sign] ?? `\\${sign}`)
      // GitHub looks for these in what is shown, whatever was escaped.
      .replace(/\\([@#])/g, '\\$1<!-- -->')
  )
}

/**
 * Writes a name as code. Backticks cannot be escaped in code, so they are shown as apostrophes.
 *
 * @param text - from anywhere; becomes one line
 */
export const markdownCode = (text: string): string => {
  const line = visibleLine(text.slice(0, 200)).replaceAll('`', "'").replaceAll('|', '\\|').trim()
  return line === '' ? '' : `\`${line}\``
}

// Helpers

const ENTITIES: { readonly [sign: string]: string } = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }
