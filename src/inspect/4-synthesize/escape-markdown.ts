/**
 * Makes text from a run harmless in a sentence of Markdown: one line, no markup, no links, nothing invisible.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Surrogate}]/gu, '')
    .trim()
    .replace(/[\\`*_{}[\]<>&|~#$@!]/gu, '\\$&')
    .replace(/:(?=\/\/)/gu, '\\:')
    .replace(/www(?=\.)/giu, '$&\\')
}
