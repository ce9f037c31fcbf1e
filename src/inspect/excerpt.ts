/** The most of a text that evidence quotes, in code points. */
const EXCERPT = 200

/** The start of a text on one line, counted in code points so that no character is cut in half. */
export function excerptOf(text: string, length: number = EXCERPT): string {
  if (text.length <= length && ONE_LINE.test(text)) return text
  const flat = text
    .slice(0, length * 4)
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/\p{Surrogate}/gu, '\u{FFFD}')
  // A text has no more code points than code units: only a longer one is worth counting.
  if (flat.length <= length && text.length <= length * 4) return flat
  const points = [...flat]
  const more = points.length > length || text.length > length * 4
  return more ? `${points.slice(0, length - 1).join('')}…` : flat
}

/** The start of a text as it stands, counted in code points. */
export function startOf(text: string, length: number): string {
  const start = text.slice(0, length)
  if (SURROGATE.test(start))
    return [...text.slice(0, length * 2).replace(/\p{Surrogate}/gu, '\u{FFFD}')].slice(0, length).join('')
  // A copy: a slice of a large text would keep all of it in memory.
  return start.length === text.length ? text : Buffer.from(start).toString()
}

// Helpers

const SURROGATE = /[\uD800-\uDFFF]/

/** Single spaces between characters of one code unit each: most lines are like that, and are their own excerpt. */
const ONE_LINE = /^[^\s\uD800-\uDFFF]+(?: [^\s\uD800-\uDFFF]+)*$/
