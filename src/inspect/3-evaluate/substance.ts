import { parseJson } from '../../json/parse-json.ts'
import type { OutputReading } from '../2-extract/material.ts'
import { parseYaml } from '../contracts/front-matter.ts'
import type { Case } from './case.ts'

/** Why an output has no substance, by which rule; `undecided` when no rule can tell. */
export type Substance =
  | { readonly kind: 'substantial' | 'undecided'; readonly rule: string }
  | { readonly kind: 'hollow'; readonly rule: string; readonly why: string }

/** Tells an output with substance from a placeholder, from what does not parse as its type, and from a copy of an input. */
export function substanceOf(output: OutputReading, subject: Case): Substance {
  const text = output.text?.trim()
  if (text === undefined) return { kind: 'undecided', rule: 'not read' }
  const placeholder = text.length < LONGEST_PLACEHOLDER ? placeholderIn(text) : undefined
  if (placeholder) return { kind: 'hollow', rule: 'placeholder', why: placeholder }
  if (output.text?.includes('\0') || output.text?.includes('\u{FFFD}'))
    return output.path.endsWith('.md') || output.path.endsWith('.txt')
      ? { kind: 'hollow', rule: 'parses', why: 'is no text in UTF-8' }
      : { kind: 'undecided', rule: 'parses' }
  const fault = output.cut ? undefined : faultOf(output.path, text)
  if (fault) return { kind: 'hollow', rule: 'parses', why: fault }
  const copied = inputsOf(output, subject).find((input) => input.text.trim() === text)
  if (copied) return { kind: 'hollow', rule: 'copy', why: `is a copy of the input "${copied.name}"` }
  if (output.cut || text === '[]') return { kind: 'undecided', rule: output.cut ? 'not read whole' : 'an empty list' }
  return { kind: 'substantial', rule: 'placeholder, parses, copy' }
}

// Helpers

const LONGEST_PLACEHOLDER = 2_000

/** Headings alone are no content, and what stands under them may still be a stub. */
function placeholderIn(text: string): string | undefined {
  const body = text.replace(/^#{1,6}[ \t].*$/gmu, '').trim()
  const found = PLACEHOLDERS.find(([, pattern]) => pattern.test(text) || pattern.test(body))
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

function faultOf(path: string, text: string): string | undefined {
  if (path.endsWith('.json')) {
    const parsed = parseJson(text, { allowBom: true })
    return parsed.ok ? undefined : `is no JSON: ${parsed.message}`
  }
  if (path.endsWith('.jsonl') || path.endsWith('.ndjson')) {
    const bad = text.split('\n').findIndex((line) => line.trim() !== '' && !parseJson(line).ok)
    return bad === -1 ? undefined : `is no JSON in its line ${bad + 1}`
  }
  if (/\.ya?ml$/u.test(path) && /^[\w"'-]/u.test(text)) return parseYaml(text) ? undefined : 'is no YAML map'
  return undefined
}

function inputsOf(output: OutputReading, { material, outputs }: Case): readonly { name: string; text: string }[] {
  return output.service.inputs.flatMap(({ name, from, path }) => {
    const bound = from === 'caller' ? material.inputTexts.get(name) : undefined
    const text = bound ?? (path === null ? undefined : outputs.get(path)?.text)
    return typeof text === 'string' && text.trim() !== '' ? [{ name, text }] : []
  })
}
