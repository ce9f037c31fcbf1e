/** Writes a JSON value as TypeScript, on one line. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  if (members.length === 0) return '{}'
  return `{ ${members.map(([name, member]) => `${key(name)}: ${literal(member)}`).join(', ')} }`
}

/** Writes an object's name for a member. */
export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name))

// Helpers

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
