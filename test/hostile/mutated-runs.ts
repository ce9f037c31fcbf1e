import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { runDirectories } from '../../properties/arbitraries/run-directories.ts'
import { sampleFiles } from '../inspect/sample-files.ts'
import { changeJson, HOSTILE_LINES, HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile-pieces.ts'

/** The files of a run as bytes, by path. */
export type RunBytes = { readonly [path: string]: Uint8Array }

/** A run whose files somebody tampered with, and how. */
export interface MutatedRun {
  readonly files: RunBytes
  /** For whoever reads a counterexample. */
  readonly how: readonly string[]
}

/** Sample runs of every layout and generated ones, after one to five mutations of bytes, lines, structure or names. */
export const mutatedRuns = (): fc.Arbitrary<MutatedRun> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...SAMPLES).map((name) => sampleFiles(name)) },
        { weight: 1, arbitrary: runDirectories().map((files) => Object.fromEntries(files)) },
      ),
      fc.array(mutation, { minLength: 1, maxLength: 5 }),
    )
    .map(([files, mutations]) => {
      const start = Object.entries(files).map(([path, content]): Entry => [path, Buffer.from(content as string)])
      const end = mutations.reduce<readonly Entry[]>(
        (entries, { kind, ...picks }) => MUTATIONS[kind](entries, picks),
        start,
      )
      return {
        files: Object.fromEntries(end),
        how: mutations.map(({ kind, file, at, piece }) => `${kind} ${file} ${at} ${piece}`),
      }
    })

// Helpers

const SAMPLES = readdirSync('fixtures/runs', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)

type Entry = readonly [path: string, content: Buffer]

/** Small numbers that pick a file, a place in it, and what is put there. */
interface Picks {
  readonly file: number
  readonly at: number
  readonly piece: number
  readonly bytes: Uint8Array
}

type Mutation = (entries: readonly Entry[], picks: Picks) => readonly Entry[]

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!

/** Changes the content of one file. */
const within =
  (change: (content: Buffer, picks: Picks) => Buffer): Mutation =>
  (entries, picks) => {
    if (entries.length === 0) return entries
    const index = picks.file % entries.length
    return entries.map((entry, place) => (place === index ? [entry[0], change(entry[1], picks)] : entry))
  }

/** Changes the lines of one file. */
const amongLines = (change: (lines: string[], at: number, picks: Picks) => void): Mutation =>
  within((content, picks) => {
    const lines = content.toString('utf8').split('\n')
    change(lines, picks.at % lines.length, picks)
    return Buffer.from(lines.join('\n'))
  })

/** Puts another name in place of one file's. */
const renamed =
  (name: (path: string, picks: Picks) => string): Mutation =>
  (entries, picks) =>
    entries.map((entry, index) => (index === picks.file % entries.length ? [name(entry[0], picks), entry[1]] : entry))

const NAMES = ['a\nb.md', '\u202Egpj.md', '__proto__', 'constructor', 'é\u0301.md', 'x'.repeat(250), '\u001B[31mred.md']

const MUTATIONS = {
  splice: within((content, { at, bytes, piece }) => {
    const from = at % (content.length + 1)
    return Buffer.concat([content.subarray(0, from), bytes, content.subarray(from + (piece % 20))])
  }),
  insert: within((content, { at, piece }) => {
    const from = at % (content.length + 1)
    return Buffer.concat([content.subarray(0, from), Buffer.from(pick(HOSTILE_TEXTS, piece)), content.subarray(from)])
  }),
  cut: within((content, { at }) => content.subarray(0, at % (content.length + 1))),
  behead: within((content, { at }) => content.subarray(at % (content.length + 1))),
  empty: within(() => Buffer.alloc(0)),
  repeat: within((content, { piece }) => Buffer.concat(Array.from({ length: 2 + (piece % 9) }, () => content))),
  utf16: within((content, { piece }) => {
    const text = Buffer.from(content.toString('utf8'), 'utf16le')
    const mark = piece % 2 === 0 ? [0xff, 0xfe] : []
    return Buffer.concat([Buffer.from(mark), piece % 4 < 2 ? text : text.swap16()])
  }),
  mark: within((content) => Buffer.concat([Buffer.from('\uFEFF'), content])),
  crlf: within((content) => Buffer.from(content.toString('utf8').replaceAll('\n', '\r\n'))),
  'double a line': amongLines((lines, at, { piece }) => {
    lines.splice(at, 0, ...Array.from({ length: 1 + (piece % 30) }, () => lines[at]!))
  }),
  'drop a line': amongLines((lines, at) => {
    lines.splice(at, 1)
  }),
  'swap lines': amongLines((lines, at, { piece }) => {
    const other = piece % lines.length
    ;[lines[at], lines[other]] = [lines[other]!, lines[at]!]
  }),
  'add a line': amongLines((lines, at, { piece }) => {
    lines.splice(at, 0, pick(HOSTILE_LINES, piece))
  }),
  'change JSON': within((content, { at, piece }) =>
    Buffer.from(changeJson(content.toString('utf8'), at, pick(HOSTILE_VALUES, piece), piece)),
  ),
  'swap files': (entries, { file, at }) => {
    if (entries.length === 0) return entries
    const [one, other] = [file % entries.length, at % entries.length]
    return entries.map(([path, content], index) => [
      path,
      index === one ? entries[other]![1] : index === other ? entries[one]![1] : content,
    ])
  },
  remove: (entries, { file }) => entries.filter((_, index) => index !== file % entries.length),
  rename: renamed((path, { piece }) => path.replace(/[^/]*$/u, pick(NAMES, piece))),
  move: renamed((path, { piece }) => `${pick(['imports/a', 'receipts', 'workspace', 'a/b/c', '7'], piece)}/${path}`),
  nest: (entries, { piece }) => [
    ...entries,
    ...entries.map(([path, content]): Entry => [`imports/${pick(NAMES, piece)}/${path}`, content]),
  ],
  'borrow a file': (entries, { piece, at }) => {
    const lent = Object.entries(sampleFiles(pick(SAMPLES, piece)))
    const [path, content] = pick(lent, at)
    return [...entries, [path, Buffer.from(content as string)]]
  },
} satisfies { readonly [kind: string]: Mutation }

const KINDS = Object.keys(MUTATIONS) as (keyof typeof MUTATIONS)[]

const mutation = fc.record({
  kind: fc.constantFrom(...KINDS),
  file: fc.nat(1_000),
  at: fc.nat(100_000),
  piece: fc.nat(10_000),
  bytes: fc.uint8Array({ maxLength: 12 }),
})
