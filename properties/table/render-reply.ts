import type { Json } from '../../src/json/json.ts'
import type { ModelFault, ModelReply } from '../../src/providers/model.ts'
import { fault } from '../../src/providers/script-steps.ts'
import { quoted } from './marker.ts'
import type { Speaker } from './shape.ts'
import { type Step, trait } from './sketch.ts'
import type { Table } from './table.ts'
import { linesOf, partOf, wordsOf } from './texts.ts'

/** Renders the k-th reply of a speaker from its step; `at` is the instance in the keys of its data. */
export function renderReply(
  speaker: Speaker,
  step: Step,
  at: string,
  k: number,
  table: Table,
): ModelReply | ModelFault {
  const failing = FAULTS[trait(step, 'fault')]
  if (failing !== undefined) return failing(faultWords(`${speaker.path}.fault${at}`, table))
  const parts = new Parts(speaker, step, at, table)
  const spoken = speaker.decision
    ? decided(speaker, parts)
    : speaker.says
      ? steered(speaker.says, parts)
      : stated(speaker, parts)
  return withExtras(withHidden(spoken, parts), parts, k)
}

// Helpers

/** What a failing call says: nobody may be told of it, nor quote it. */
function faultWords(key: string, table: Table): string {
  const change = table.changeOf(key)
  table.register(key, '')
  return `${wordsOf(key, 0, change === 'blank' ? 'other' : change)}.`
}

const FAULTS = [
  undefined,
  () => fault.timeout({ elapsedMs: 30_000 }),
  (words: string) => fault.transport(words),
  () => fault.status(429, { retryAfterMs: 2_000 }),
  (words: string) => fault.malformed(words),
  () => fault.empty(),
  (words: string) => fault.refusal(words),
  () => fault.truncated(),
] as const

/** The parts of one reply, each registered with the table as it is written. */
class Parts {
  readonly path: string
  readonly step: Step
  readonly table: Table
  readonly #at: string
  readonly #quote: { readonly key: string; readonly words: string } | undefined
  #public = 0

  constructor({ path }: Speaker, step: Step, at: string, table: Table) {
    this.path = path
    this.step = step
    this.table = table
    this.#at = at
    this.#quote = trait(step, 'quote') === 0 ? undefined : table.quoteOf(step)
  }

  is(name: Parameters<typeof trait>[1], value: number): boolean {
    return trait(this.step, name) === value
  }

  /** One public text; `blank` is what it is when it has no words. */
  text(channel: string, blank: '' | ' \n' | undefined | false): string | undefined {
    return this.#text(channel, blank, this.#takesQuote())
  }

  /** A list of texts. */
  list(channel: string, count: number): readonly string[] {
    const key = `${this.path}.${channel}${this.#at}`
    const change = this.table.changeOf(key)
    const split = this.is('quote', 3) && this.#quote !== undefined && this.#inLines(this.#quote)
    const takesQuote = this.#takesQuote() && !split
    const length = change === 'blank' ? (count === 0 ? 1 : 0) : change === 'longer' ? count + 1 : count
    const entries = Array.from({ length }, (_, i) =>
      wordsOf(`${key}[${i}]`, trait(this.step, 'style'), change === 'blank' ? 'other' : change),
    )
    this.table.register(key, entries[0] ?? '')
    if (split && change !== 'blank')
      return [...linesOf(this.#quote!.key, this.table.changeOf(this.#quote!.key)), ...entries.slice(2)]
    if (takesQuote && entries.length > 0) entries[0] += this.#quoting()
    return entries
  }

  /** A private text, absent unless the step has one. */
  hidden(channel: string, present: boolean): string | undefined {
    return this.#text(`private.${channel}`, present ? (this.is('blank', 4) ? '' : false) : undefined, false)
  }

  #text(channel: string, blank: '' | ' \n' | undefined | false, takesQuote: boolean): string | undefined {
    const key = `${this.path}.${channel}${this.#at}`
    const change = this.table.changeOf(key)
    const empty = change === 'blank' ? blank === false : blank !== false && change === undefined
    if (empty) {
      this.table.register(key, '')
      return blank === false ? '' : blank
    }
    const words = wordsOf(key, trait(this.step, 'style'), change === 'blank' ? 'other' : change)
    this.table.register(key, words)
    return takesQuote ? words + this.#quoting() : words
  }

  /** The quote stands in one part: the one counted off by `at`. */
  #takesQuote(): boolean {
    return this.#quote !== undefined && this.#public++ === trait(this.step, 'at')
  }

  #quoting(): string {
    const { words } = this.#quote!
    return ` ${quoted(this.is('quote', 2) ? partOf(words) : words)}`
  }

  #inLines({ key, words }: { readonly key: string; readonly words: string }): boolean {
    return words.includes(`\n- ${linesOf(key, this.table.changeOf(key))[0]}`)
  }
}

/** Where a reply puts its text, and the structure that goes with it. */
interface Spoken {
  readonly text: string
  readonly data?: Json
  /** Whether a private assessment can stand in its structure. */
  readonly structured?: { readonly [name: string]: Json }
  readonly wrap?: (json: string) => string
}

function decided({ decision, fields }: Speaker, parts: Parts): Spoken {
  const { field, values } = decision!
  const value = values[trait(parts.step, 'decision') % (values.length + 1)]
  const form = trait(parts.step, 'form')
  if (value === undefined && form !== 1) {
    const words = parts.text('text', parts.is('blank', 1) ? '' : false) ?? ''
    return { text: form === 3 ? `I could not say. ${words}` : words }
  }
  if (form >= 3 && value !== undefined) {
    const words = parts.text('text', parts.is('blank', 1) ? '' : false) ?? ''
    return { text: form === 3 ? `${capital(field)}: ${value}\n\n${words}` : `${capital(value)}. ${words}` }
  }
  const structured = { [field]: value ?? 'perhaps', ...fieldsOf(fields, parts) }
  if (form === 0) return { text: JSON.stringify(structured), data: structured, structured }
  const wrap = form === 1 ? (json: string) => json : (json: string) => `My answer:\n\n\`\`\`json\n${json}\n\`\`\`\n`
  return { text: wrap(JSON.stringify(structured)), structured, wrap }
}

function fieldsOf(fields: Speaker['fields'], parts: Parts): { readonly [name: string]: Json } {
  const record: Record<string, Json> = {}
  let texts = 0
  let lists = 0
  for (const { name, kind } of fields) {
    if (kind === 'text') {
      const first = texts++ === 0
      const absent = parts.is('blank', 4) || parts.is('blank', first ? 2 : 3)
      const words = parts.text(`reading.${name}`, absent ? undefined : first && parts.is('blank', 1) ? '' : false)
      if (words !== undefined) record[name] = words
    } else if (kind === 'list') {
      const entries = parts.list(`reading.${name}`, (trait(parts.step, 'lists') >> (2 * (lists++ % 2))) & 3)
      if (!(parts.is('blank', 4) && entries.length === 0)) record[name] = entries
    } else if (kind === 'flag') record[name] = trait(parts.step, 'lists') % 2 === 1
    else record[name] = trait(parts.step, 'lists')
  }
  return record
}

function steered(says: readonly string[], parts: Parts): Spoken {
  const beginning = says[trait(parts.step, 'decision') % (says.length + 1)] ?? ''
  return { text: `${beginning}${parts.text('text', parts.is('blank', 1) ? '' : false) ?? ''}` }
}

function stated({ textField, fields }: Speaker, parts: Parts): Spoken {
  const words = parts.text('text', parts.is('blank', 1) ? '' : parts.is('blank', 2) ? ' \n' : false) ?? ''
  const form = trait(parts.step, 'form')
  if (textField !== undefined && (form === 1 || form === 2)) {
    const structured = { [textField]: words }
    const text = JSON.stringify(structured)
    return form === 1 ? { text, data: structured, structured } : { text, structured, wrap: (json) => json }
  }
  if (fields.length > 0 && form < 2) {
    const structured = fieldsOf(fields, parts)
    return { text: words, data: structured, structured, wrap: () => words }
  }
  return { text: words }
}

function withHidden({ text, data, structured, wrap }: Spoken, parts: Parts): ModelReply {
  const how = trait(parts.step, 'hidden')
  const reasoning = parts.hidden('reasoning', [1, 3, 4, 5, 6].includes(how))
  const assessment = parts.hidden('selfAssessment', [2, 4, 7].includes(how))
  const inside = how === 7 && structured !== undefined && assessment !== undefined
  const shown = inside ? { ...structured, self_assessment: assessment } : undefined
  let said = shown ? (wrap ?? ((json) => json))(JSON.stringify(shown)) : text
  if (reasoning !== undefined && how === 3) said = `<think>${reasoning}</think>\n${said}`
  else if (reasoning !== undefined && how === 5) said = `${reasoning}</think>${said}`
  else if (reasoning !== undefined && how === 6) said = `${said}\n<thinking>${reasoning}`
  const apart = {
    ...(reasoning !== undefined && ![3, 5, 6].includes(how) ? { reasoning } : {}),
    ...(assessment !== undefined && !inside ? { selfAssessment: assessment } : {}),
  }
  return {
    text: said,
    ...(data === undefined ? {} : { data: shown ?? data }),
    ...(Object.keys(apart).length === 0 ? {} : { private: apart }),
  }
}

function withExtras(reply: ModelReply, parts: Parts, k: number): ModelReply {
  const extra = trait(parts.step, 'extra')
  if (extra === 0) return reply
  const { path, table } = parts
  if (extra === 1) {
    const cost = table.dearer ? k + DEARER : k
    return { ...reply, usage: { inputTokens: 40 + 7 * cost, outputTokens: 10 * cost }, elapsedMs: 100 * cost }
  }
  const words = wordsOf(`${path}.${extra === 2 ? 'toolCalls' : 'data'}#${k}`, 0, undefined)
  if (extra === 2) return { ...reply, toolCalls: [{ id: `call-${k}`, name: 'look-up', arguments: { query: words } }] }
  return reply.data === undefined && !reply.text.includes('{') ? { ...reply, data: { note: words } } : reply
}

/** By how many calls more. */
const DEARER = 3

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
