import { readFrontMatter } from '../contracts/front-matter.ts'
import { type Bytes, type TextLine, textLines } from './text-lines.ts'

/** A line of a log that may mean something; plain prose is dropped. */
export type LogToken =
  | {
      readonly kind: 'front-matter'
      readonly line: number
      readonly text: string
      readonly data: { readonly [key: string]: unknown }
    }
  | {
      readonly kind: 'header'
      readonly line: number
      readonly text: string
      readonly runId: string
      readonly system: string
    }
  | {
      readonly kind: 'field'
      readonly line: number
      readonly text: string
      readonly key: string
      readonly value: string
    }
  | {
      readonly kind: 'marker'
      readonly line: number
      readonly text: string
      readonly step: string
      readonly body: string
    }
  | {
      readonly kind: 'terminator'
      readonly line: number
      readonly text: string
      readonly word: string
      readonly rest: string
    }
  | {
      readonly kind: 'heading'
      readonly line: number
      readonly text: string
      readonly level: number
      readonly title: string
    }
  | { readonly kind: 'bullet'; readonly line: number; readonly text: string; readonly body: string }
  | { readonly kind: 'row'; readonly line: number; readonly text: string; readonly cells: readonly string[] }
  /** A statement quoted in a fence, with what a comment says became of it. */
  | {
      readonly kind: 'trace'
      readonly line: number
      readonly text: string
      readonly statement: string
      readonly said: string
    }

/**
 * Splits a log into tokens, line by line. The one tokenizer of all dialects: it decides by the start of a line alone,
 * so that marks in notes, quotes and bullets never count; of fenced blocks only commented statements are told, which are no marks.
 */
export function* tokenizeLog(bytes: Bytes): Generator<LogToken> {
  let opening: TextLine[] | undefined = []
  let fence = ''
  let bullet: Bullet | undefined
  for (const line of textLines(bytes)) {
    if (bullet && /^ {2,}\S/u.test(line.text) && bullet.body.length < LONGEST_BULLET) {
      bullet = { ...bullet, body: `${bullet.body} ${line.text.trim()}` }
      continue
    }
    if (bullet) yield bullet
    bullet = undefined
    if (opening) {
      if (opening.length > 0 ? opening.length < FRONT_MATTER_LINES : isRule(line) || line.text.trim() === '') {
        if (line.text.trim() !== '' || opening.length > 0) opening.push(line)
        if (opening.length < 2 || !isRule(line)) continue
        yield* frontMatterOf(opening)
        opening = undefined
        continue
      }
      yield* tokensOf(opening)
      opening = undefined
    }
    const mark = /^[ `~]/u.test(line.text) ? (/^ {0,3}(```|~~~)/u.exec(line.text)?.[1] ?? '') : ''
    if (mark !== '' && (fence === '' || fence === mark)) fence = fence === '' ? mark : ''
    else {
      const token = fence === '' ? tokenOf(line) : traceOf(line)
      if (token?.kind === 'bullet') bullet = token
      else if (token) yield token
    }
  }
  if (bullet) yield bullet
  if (opening) yield* tokensOf(opening)
}

// Helpers

/** A first line of dashes with no second one this near is a rule, not front matter. */
const FRONT_MATTER_LINES = 100

/** Lines that continue a bullet are joined to it up to this many characters. */
const LONGEST_BULLET = 4_000

type Bullet = Extract<LogToken, { kind: 'bullet' }>

const isRule = (line: TextLine) => line.text.trimEnd() === '---'

const tokensOf = (lines: readonly TextLine[]): readonly LogToken[] => lines.flatMap((line) => tokenOf(line) ?? [])

function frontMatterOf(lines: readonly TextLine[]): readonly LogToken[] {
  const text = lines.map((line) => line.text).join('\n')
  const { data } = readFrontMatter(text)
  return data ? [{ kind: 'front-matter', line: lines[0]!.number, text, data }] : tokensOf(lines)
}

/** `let x = session "y"  # --> bindings/x.md` */
function traceOf({ number: line, text }: TextLine): LogToken | undefined {
  const at = text.lastIndexOf('# ')
  const said = at === -1 ? '' : text.slice(at + 2).trim()
  if (!/^(?:-->|<--|[([])/u.test(said)) return undefined
  return { kind: 'trace', line, text, statement: text.slice(0, at).trim(), said }
}

/** Its first character says which kinds a line may be of. */
function tokenOf(held: TextLine): LogToken | undefined {
  const first = held.text[0] ?? ''
  if (first === ' ' || (first >= '0' && first <= '9')) return markerOf(held)
  if (first === '#') return headingOf(held)
  if (first === '-') return terminatorOf(held) ?? bulletOf(held)
  if (first === '*' || first === '+') return bulletOf(held)
  return first === '|' ? rowOf(held) : fieldOf(held)
}

function markerOf({ number: line, text }: TextLine): LogToken | undefined {
  const marker = /^ {0,3}(\d{1,9}[a-z]?) ?(?:→|->)(.*)$/u.exec(text)
  return marker ? { kind: 'marker', line, text, step: marker[1]!, body: marker[2]!.trim() } : undefined
}

/** With a space it is a rule and prose, unless a date follows: then it says what the other form says. */
function terminatorOf({ number: line, text }: TextLine): LogToken | undefined {
  const end = /^---(?: (?=\w+[ \t]+\d{4}-\d\d-\d\d))?(end|error|resume|test)(?![\w-])(.*)$/u.exec(text)
  return end ? { kind: 'terminator', line, text, word: end[1]!, rest: end[2]!.trim() } : undefined
}

function headingOf({ number: line, text }: TextLine): LogToken | undefined {
  const header = /^# run:[ \t]*(\S+)(?:[ \t]+(\S.*))?$/iu.exec(text)
  if (header) return { kind: 'header', line, text, runId: header[1]!, system: (header[2] ?? '').trim() }
  const heading = /^(#{1,6})[ \t]+(\S.*)$/u.exec(text)
  return heading ? { kind: 'heading', line, text, level: heading[1]!.length, title: heading[2]!.trim() } : undefined
}

function bulletOf({ number: line, text }: TextLine): LogToken | undefined {
  const bullet = /^[-*+][ \t]+(\S.*)$/u.exec(text)
  return bullet ? { kind: 'bullet', line, text, body: bullet[1]!.trim() } : undefined
}

const rowOf = ({ number: line, text }: TextLine): LogToken | undefined =>
  text.length > LONGEST_BULLET
    ? undefined
    : { kind: 'row', line, text, cells: text.split('|').map((cell) => cell.trim()) }

function fieldOf({ number: line, text }: TextLine): LogToken | undefined {
  const field = /^([a-z][a-z_]{0,30}):(?:[ \t]+(.*))?$/u.exec(text)
  return field ? { kind: 'field', line, text, key: field[1]!, value: (field[2] ?? '').trim() } : undefined
}
