import type { OutputReading } from '../2-extract/material.ts'
import { LARGEST_YAML, parseYaml } from '../contracts/front-matter.ts'
import type { DeclaredService } from '../manifests/wiring.ts'
import { parseRunJson } from '../parse-run-json.ts'
import type { Case } from './case.ts'

/** Why an output has no substance, by which rule; `undecided` when no rule can tell. */
export type Substance =
  | { readonly kind: 'substantial' | 'undecided'; readonly rule: string }
  | { readonly kind: 'hollow'; readonly rule: string; readonly why: string }

/** Tells an output with substance from a placeholder, from what does not parse as its type, and from a copy of an input. */
export function substanceOf(output: OutputReading, subject: Case): Substance {
  const memory = memories.get(subject) ?? { decided: new Map(), inputs: new Map() }
  if (memory.decided.size === 0) memories.set(subject, memory)
  const known = memory.decided.get(output)
  if (known) return known
  const substance = decide(output, subject, memory)
  memory.decided.set(output, substance)
  return substance
}

// Helpers

/** What was found out about one case: parts and flags ask the same. */
interface Memory {
  readonly decided: Map<OutputReading, Substance>
  readonly inputs: Map<DeclaredService, Inputs>
}

const memories = new WeakMap<Case, Memory>()

function decide(output: OutputReading, subject: Case, memory: Memory): Substance {
  const text = output.text?.trim()
  if (text === undefined) return { kind: 'undecided', rule: 'not read' }
  const placeholder = text.length < LONGEST_PLACEHOLDER ? placeholderIn(text) : undefined
  if (placeholder) return { kind: 'hollow', rule: 'placeholder', why: placeholder }
  if (text.includes('\0') || text.includes('\u{FFFD}'))
    return output.path.endsWith('.md') || output.path.endsWith('.txt')
      ? { kind: 'hollow', rule: 'parses', why: 'is no text in UTF-8' }
      : { kind: 'undecided', rule: 'parses' }
  const fault = output.cut ? undefined : faultOf(output.path, text)
  if (fault === TOO_LARGE) return { kind: 'undecided', rule: 'parses' }
  if (fault) return { kind: 'hollow', rule: 'parses', why: fault }
  const copied = inputsOf(output.service, subject, memory).get(text.length)?.get(text)
  if (copied !== undefined) return { kind: 'hollow', rule: 'copy', why: `is a copy of the input "${copied}"` }
  if (output.cut || text === '[]') return { kind: 'undecided', rule: output.cut ? 'not read whole' : 'an empty list' }
  return { kind: 'substantial', rule: 'placeholder, parses, copy' }
}

const LONGEST_PLACEHOLDER = 2_000

/** Headings alone are no content, and what stands under them may still be a stub. */
function placeholderIn(text: string): string | undefined {
  const body = text.replace(/^#{1,6}[ \t].*/gmu, '').trim()
  const found = PLACEHOLDERS.find(([, pattern]) => pattern.test(text) || (body !== text && pattern.test(body)))
  return found?.[0] ?? (body === '' ? 'holds headings alone' : undefined)
}

const PLACEHOLDERS: readonly (readonly [why: string, pattern: RegExp])[] = [
  ['is an empty value', /^(?:\{\s*\}|null|""|''|undefined|none|nil)$/iu],
  [
    'announces content that is not there',
    /^[#>*_\s-]*(?:todo|tbd|tbc|fixme|placeholder|to be (?:done|written|determined|added)|coming soon|wip|n\/a|xxx+)(?![\p{L}\p{N}])[^\n]{0,80}$/iu,
  ],
  ['is filler', /^[#>*_\s]*lorem ipsum(?![\p{L}\p{N}])/iu],
  [
    'is a template that nobody filled in',
    /^(?:\{\{[^{}]{0,200}\}\}|<[^<>\n]{1,200}>|\[[^[\]\n"{}]{0,40}(?:here|content|output|insert|rest of)[^[\]\n"{}]{0,40}\])$/iu,
  ],
  ['holds only dots or dashes', /^[.…\-_*#\s]+$/u],
]

/** Nobody knows whether it parses. */
const TOO_LARGE = 'is too large to be parsed'

function faultOf(path: string, text: string): string | undefined {
  if (path.endsWith('.json')) {
    const parsed = parseRunJson(text)
    if (parsed.ok) return undefined
    return parsed.problem === 'too-large' ? TOO_LARGE : `is no JSON: ${parsed.message}`
  }
  if (path.endsWith('.jsonl') || path.endsWith('.ndjson')) {
    const bad = text.split('\n').findIndex((line) => line.trim() !== '' && !parseRunJson(line).ok)
    return bad === -1 ? undefined : `is no JSON in its line ${bad + 1}`
  }
  if (/\.ya?ml$/u.test(path) && text.length > LARGEST_YAML) return TOO_LARGE
  if (/\.ya?ml$/u.test(path) && /^[\w"'-]/u.test(text)) return parseYaml(text) ? undefined : 'is no YAML map'
  return undefined
}

/** By length first: most outputs are as long as no input, and then need not be hashed. */
type Inputs = ReadonlyMap<number, ReadonlyMap<string, string>>

/** What a service was given: length → text → the first input that holds it. */
function inputsOf(service: DeclaredService, { material, outputs }: Case, { inputs }: Memory): Inputs {
  const known = inputs.get(service)
  if (known) return known
  const texts = new Map<number, Map<string, string>>()
  for (const { name, from, path } of service.inputs) {
    const bound = from === 'caller' ? material.inputTexts.get(name) : undefined
    const text = (bound ?? (path === null ? undefined : outputs.get(path)?.text))?.trim()
    if (!text) continue
    const known = texts.get(text.length)
    if (!known) texts.set(text.length, new Map([[text, name]]))
    else if (!known.has(text)) known.set(text, name)
  }
  inputs.set(service, texts)
  return texts
}
