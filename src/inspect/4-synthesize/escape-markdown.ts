/**
 * Makes text from a run harmless in a sentence of Markdown: one line, no markup, no links, nothing invisible.
 */
export function escapeMarkdown(text: string): string {
  if (PLAIN.test(text)) return text
  return visibleLine(text)
    .replace(/[\\`*_{}[\]<>&|~#$@!]/gu, '\\$&')
    .replace(/:(?=\/\/)/gu, '\\:')
    .replace(/www(?=\.)/giu, '$&\\')
}

// Helpers

const visibleLine = (text: string): string =>
  ASCII_LINE.test(text)
    ? text
    : text
        .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .replace(/[\p{Cf}\p{Surrogate}]/gu, '')
        .trim()

const ASCII_LINE = /^[!-~]+(?: [!-~]+)*$/

/** Words of ASCII letters and digits, one space or hyphen between them: most names and ids need no more than a look. */
const PLAIN = /^[A-Za-z0-9]+(?:[ -][A-Za-z0-9]+)*$/
