import type { Json } from './json.ts'

/** What can be wrong with a text that should be JSON. */
export type JsonProblem = 'syntax' | 'duplicate-key' | 'too-deep' | 'too-large'

/** The first thing that is wrong with a JSON text, and where. */
export interface JsonFault {
  readonly problem: JsonProblem
  readonly message: string
  /** JSON Pointer of the value being read, or of the repeated key. */
  readonly pointer: string
  /** Offset in the text, in code units. */
  readonly offset: number
}

/** One JSON value read from the middle of a text. */
export interface JsonScan {
  /** Present when it was read to its end; beside a fault, the last of each repeated key counts, as with JSON.parse. */
  readonly value?: Json
  readonly fault?: JsonFault
  /** Where the value ends, or where reading stopped. */
  readonly end: number
  /** Whether the value was read to its end, faulty or not. */
  readonly closed: boolean
}

/**
 * Reads one JSON value that starts at an offset, whatever follows it.
 *
 * One pass without recursion, so depth costs no stack. A repeated key is a fault, but the value is read on to its end,
 * so that a caller knows how far the faulty value reaches. `__proto__` becomes an own data property, as with
 * JSON.parse: spreading and canonicalJson carry it as data; Object.assign would not.
 *
 * @param maxHolders - arrays and objects in all: they take a hundred times the memory of the two characters that make one
 */
export function scanJson(
  text: string,
  from: number,
  maxDepth: number,
  maxHolders: number = Number.POSITIVE_INFINITY,
): JsonScan {
  const open: Frame[] = []
  let at = skipSpace(text, from)
  let repeated: JsonFault | undefined
  let holders = 0
  for (;;) {
    let value: Json
    const first = text.charCodeAt(at)
    if (first === BRACE || first === BRACKET) {
      if (open.length >= maxDepth) return stop('too-deep', `Nesting is deeper than ${maxDepth} levels`)
      holders += 1
      if (holders > maxHolders) return stop('too-large', `There are more than ${maxHolders} arrays and objects`)
      const frame: Frame =
        first === BRACKET ? { items: [], members: NO_MEMBERS, key: '' } : { items: undefined, members: {}, key: '' }
      at = skipSpace(text, at + 1)
      if (text.charCodeAt(at) !== (frame.items ? BRACKET_END : BRACE_END)) {
        open.push(frame)
        if (!frame.items && !readKey(frame))
          return stop('syntax', 'Expected a key in double quotes and a colon', open.slice(0, -1))
        continue
      }
      at++
      value = frame.items ?? frame.members
    } else {
      const end = first === QUOTE ? stringEnd(text, at) : scalarEnd(text, at)
      if (end <= at) {
        at = Math.max(at, -end)
        if (at >= text.length) return stop('syntax', 'The text ends too early')
        return stop(
          'syntax',
          first === QUOTE ? 'A string holds a bare control character or an unknown escape' : 'Expected a JSON value',
        )
      }
      value = first === QUOTE ? stringAt(text, at, end) : (JSON.parse(text.slice(at, end)) as Json)
      at = end
    }

    // Hand the value to what holds it, and close everything that ends here.
    for (;;) {
      const frame = open.at(-1)
      if (!frame) return repeated ? { value, fault: repeated, end: at, closed: true } : { value, end: at, closed: true }
      put(frame, value)
      at = skipSpace(text, at)
      const next = text.charCodeAt(at)
      if (next === COMMA) {
        at = skipSpace(text, at + 1)
        if (!frame.items && !readKey(frame))
          return stop('syntax', 'Expected a key in double quotes and a colon', open.slice(0, -1))
        break
      }
      if (next !== (frame.items ? BRACKET_END : BRACE_END))
        return stop(
          'syntax',
          at >= text.length ? 'The text ends too early' : 'Expected a comma or the end of the value',
        )
      at++
      open.pop()
      value = frame.items ?? (frame.members as Json)
    }
  }

  function readKey(frame: Frame): boolean {
    const end = text.charCodeAt(at) === QUOTE ? stringEnd(text, at) : -at
    if (end <= at) {
      at = Math.max(at, -end)
      return false
    }
    frame.key = stringAt(text, at, end)
    if (Object.hasOwn(frame.members, frame.key))
      repeated ??= {
        problem: 'duplicate-key',
        message: `Key ${quote(frame.key)} appears more than once`,
        pointer: pointerOf(open),
        offset: at,
      }
    at = skipSpace(text, end)
    if (text.charCodeAt(at) !== COLON) return false
    at = skipSpace(text, at + 1)
    return true
  }

  function stop(problem: JsonProblem, message: string, path: readonly Frame[] = open): JsonScan {
    const fault = { problem, message: `${message}, at offset ${at}`, pointer: pointerOf(path), offset: at }
    return { fault: repeated ?? fault, end: at, closed: false }
  }
}

/** The offset of the first character from `at` on that is not JSON white space. */
export function skipSpace(text: string, at: number): number {
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    at++
  }
}

// Helpers

interface Frame {
  /** Present if the frame is an array. */
  readonly items: Json[] | undefined
  readonly members: Record<string, Json>
  key: string
}

const NO_MEMBERS: Record<string, Json> = Object.freeze({})

const [BRACE, BRACE_END, BRACKET, BRACKET_END] = [0x7b, 0x7d, 0x5b, 0x5d]
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]

function put(frame: Frame, value: Json): void {
  if (frame.items) frame.items.push(value)
  else if (frame.key === '__proto__')
    Object.defineProperty(frame.members, frame.key, { value, enumerable: true, configurable: true, writable: true })
  else frame.members[frame.key] = value
}

/** Where a string ends that opens at `from`; the negated offset of what is wrong with it otherwise. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code < 0x20) return -at
    if (code === BACKSLASH) {
      const escaped = text.charAt(at + 1)
      if (
        escaped === 'u' ? !/^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) : !'"\\/bfnrt'.includes(escaped || ' ')
      )
        return -at
      at += escaped === 'u' ? 5 : 1
    }
  }
  return -text.length
}

function stringAt(text: string, from: number, end: number): string {
  const raw = text.slice(from + 1, end - 1)
  return raw.includes('\\') ? (JSON.parse(text.slice(from, end)) as string) : raw
}

/** Where a number, true, false or null ends that starts at `from`; the negated offset if there is none. */
function scalarEnd(text: string, from: number): number {
  SCALAR.lastIndex = from
  const found = SCALAR.exec(text)
  return found ? from + found[0].length : -from
}

// Number ranges are those of JSON.parse: 1e999 reads as Infinity.
const SCALAR = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y

const pointerOf = (open: readonly Frame[]): string =>
  open
    .map((frame) => `/${frame.items ? frame.items.length : frame.key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')

const quote = (key: string): string => JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key)
