import type { Redaction } from './redaction.ts'
import { PLACEHOLDERS } from './secret-patterns.ts'

/** An address in the form in which it is kept: without what is behind `#`, without credentials, and without secrets in path and query. */
export function redactUrl(url: string, redaction: Redaction): string {
  const { protocol, host, pathname, search } = new URL(url)
  const path = pathname
    .split('/')
    .map((part) => {
      const said = decoded(part)
      const kept = redaction.text(said)
      return kept === said ? part : encodeURIComponent(kept)
    })
    .join('/')
  // What goes beyond one part, as a pattern of a user.
  const kept = redaction.text(`${protocol}//${host}${path}`)
  const whole = URL.canParse(kept) ? kept : `${protocol}//${PLACEHOLDERS.own}${path}`
  return search === '' ? whole : `${whole}?${redaction.parameters(search.slice(1))}`
}

// Helpers

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
