/** Writes a JSON value as TypeScript, on one line. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return value.length > LONG ? shortened(value) : quote(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  if (members.length === 0) return '{}'
  return `{ ${members.map(([name, member]) => `${key(name)}: ${literal(member)}`).join(', ')} }`
}

/** Writes an object's name for a member. */
export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name))

// Helpers

const LONG = 1_000
/** Longer than what is repeated in a text, and short enough to be found more than once. */
const PROBE = 100

/** A long text as an expression that says once what is repeated in it. */
function shortened(text: string): string {
  const middle = text.length >> 1
  const probe = text.slice(middle, middle + PROBE)
  const period = text.indexOf(probe, middle + 1) - middle
  if (period < 1 || period > PROBE) return quote(text)
  let [start, end] = [middle, middle + period]
  while (start > 0 && text[start - 1] === text[start - 1 + period]) start--
  while (end < text.length && text[end] === text[end - period]) end++
  const times = Math.floor((end - start) / period)
  const rest = text.slice(start + times * period)
  const parts = [text.slice(0, start), '', rest].map((part) => (part === '' ? '' : quote(part)))
  parts[1] = `${quote(text.slice(start, start + period))}.repeat(${times})`
  return parts.filter((part) => part !== '').join(' + ')
}

/** Whatever could be lost on the way through an editor or a terminal is escaped. */
const UNSEEN = /[\\'\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

const quote = (text: string): string => `'${text.replace(UNSEEN, escaped)}'`

function escaped(char: string): string {
  if (char === '\n') return '\\n'
  if (char === '\t') return '\\t'
  if (char === '\\' || char === "'") return `\\${char}`
  return Array.from({ length: char.length }, (_, i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`).join(
    '',
  )
}
