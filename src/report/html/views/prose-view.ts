import { visible } from '../../visible.ts'

/** A stretch of prose. */
export interface Span {
  readonly text: string
  readonly code?: true
  readonly strong?: true
}

/**
 * Reads the little Markdown that an inspection's summary has: `code`, **strong**, and escapes. All else is text.
 *
 * @param markdown - two or three sentences
 */
export function proseView(markdown: string): Span[] {
  const spans: Span[] = []
  const add = (text: string, code: boolean, strong: boolean): void => {
    if (text !== '') spans.push({ text: visible(text), ...(code && { code }), ...(strong && { strong }) })
  }
  let text = ''
  let strong = false
  for (let i = 0; i < markdown.length; i += 1) {
    const sign = markdown[i]!
    const close = sign === '`' ? markdown.indexOf('`', i + 1) : -1
    if (sign === '\\' && ESCAPABLE.test(markdown[i + 1] ?? '')) {
      text += markdown[i + 1]
      i += 1
    } else if (close > 0) {
      add(text, false, strong)
      add(markdown.slice(i + 1, close), true, false)
      text = ''
      i = close
    } else if (sign === '*' && markdown[i + 1] === '*') {
      add(text, false, strong)
      text = ''
      strong = !strong
      i += 1
    } else text += sign
  }
  add(text, false, strong)
  return spans
}

// Helpers

const ESCAPABLE = /^[!-/:-@[-`{-~]$/
