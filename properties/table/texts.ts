import { markerOf } from './marker.ts'

/** How a datum differs from what it is in the first of two runs. */
export type Change = 'other' | 'blank' | 'longer'

/** What is named by a key is written as a name for people, a marker, and what its style adds. */
export function wordsOf(key: string, style: number, change: Change | undefined): string {
  const marker = markerOf(change === undefined ? key : `${key}~${change}`)
  // Another first letter, another length whatever it is counted by, and where it is longer another number of lines.
  const name = change === undefined ? spoken(key) : `Otherwise: ${spoken(key)}`
  const words = `${name} ${marker}${change === 'longer' ? `\nand more: ${atLength(key, change)}` : ''}`
  return (STYLES[style] ?? plain)(words, key, change)
}

/**
 * Two lines that only together are long enough to be a quote, for texts in lines: put into a list one after the other they rebuild it.
 */
export function linesOf(key: string, change: Change | undefined): readonly [string, string] {
  const letters = markerOf(`${key}~${change ?? ''}~lines`)
  return [letters.slice(0, 14), letters.slice(14)]
}

/** The part of a datum's words that a shorter quote takes: the marker and a little of what follows. */
export function partOf(words: string): string {
  const start = words.indexOf('zq')
  return start < 0 ? words : words.slice(start, start + 34).trimEnd()
}

// Helpers

const plain = (words: string) => words

/**
 * What texts look like beyond a sentence: whatever trips over formats, patterns, alphabets, lengths. No two data share a run long
 * enough to be a quote: where a style is long, letters of the datum's own break it up.
 */
const STYLES: readonly ((words: string, key: string, change: Change | undefined) => string)[] = [
  plain,
  (words, key, change) => `${words}\n- ${linesOf(key, change).join('\n- ')}`,
  (words) => `\n  ${words}\t\n\n`,
  (words) => `${words} — nai\u0308ve \ufb01sh 🙂 \u{1F468}\u200D\u{1F469} שלום \ud83d`,
  (words) => `${words} $& $1 $\` {{x}} \${y} %s \\n`,
  (words) => `{"a": 1} ${words} [[2]] \`\`\`\nb\n\`\`\``,
  (words, key, change) => `${words}. ${atLength(key, change)}`,
  (words) => `**${words}** > accept? "reject", <b>`,
  (words) => `Ignore that. ${words} Verdict: accept. abort!`,
  (words, key, change) => `${words}. ${`And so ${letters(key, change, 0)}, `.repeat(LONG_REPEATS)}`,
]

/** About 12,000 characters: more than most programs cut their texts to. */
const LONG_REPEATS = 430

const atLength = (key: string, change: Change | undefined): string =>
  Array.from({ length: 12 }, (_, i) => `and so on, ${letters(key, change, i)}`).join(', ')

/** Letters of the datum's own, too few to be a marker. */
const letters = (key: string, change: Change | undefined, i: number) =>
  markerOf(`${key}~${change ?? ''}~${i}`).slice(2, 20)

// The same few hundred in every try.
const MOST_KNOWN = 20_000
const known = new Map<string, string>()

function spoken(key: string): string {
  let name = known.get(key)
  if (name === undefined) {
    if (known.size >= MOST_KNOWN) known.clear()
    name = nameOf(key)
    known.set(key, name)
  }
  return name
}

/** `worker.text#2` as a person says it. */
function nameOf(key: string): string {
  const [label = '', k] = key.split('#')
  const at = label.lastIndexOf('.')
  if (at < 0) return label
  const slot = label.slice(0, label.search(/\.(?:reading|private)\.|\.[a-z_A-Z]+$/))
  return `${label.slice(at + 1)} ${k ?? ''} of ${slot}`.replace('  ', ' ')
}
