import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { threadId } from 'node:worker_threads'
import { byCodeUnit, hashOf } from '../../src/json/canonical-json.ts'
import { isObject } from '../../src/json/json.ts'
import type { Check } from './check.ts'
import type { LawOutcome } from './check-law.ts'

/** A value that broke a law once, as it lies in its file. */
export interface StoredExample<V> {
  readonly file: string
  readonly value: V
}

/** The failing examples of one law and subject: one small file each, tried first until they pass or are removed. */
export interface ExampleStore<V> {
  /** What can be tried, and a sentence about each file that cannot: never an error. */
  load(): { readonly usable: readonly StoredExample<V>[]; readonly notes: string[] }
  /** Keeps the value that broke the law; says where. */
  save(outcome: LawOutcome<V> & { readonly failing: V }): readonly string[]
  /** Removes the example from which a smaller one was found. */
  replace(example: StoredExample<V>, smaller: V): void
  /** Removes an example that passes by now; says so. */
  remove(example: StoredExample<V>): string
}

/** Opens the store of a check; without a folder, or where values cannot be stored, it keeps nothing. */
export function exampleStore<V>(folder: string | undefined, check: Check<V>): ExampleStore<V> {
  const { storable } = check
  if (folder === undefined || storable === undefined)
    return { load: () => ({ usable: [], notes: [] }), save: () => [], replace: () => undefined, remove: () => '' }
  const prefix = `${check.subject}--${check.law}--`
  const shown = (file: string) => `${folder}/${file}`
  return {
    load() {
      const notes: string[] = []
      const usable = filesIn(folder, prefix).flatMap((file) => {
        const read = readExample(join(folder, file))
        if (typeof read === 'string') notes.push(`Example ${shown(file)} ${read}; remove it, or restore it.`)
        else if (read.fits !== storable.fits || !storable.accepts(read.value))
          notes.push(
            `Example ${shown(file)} is outdated: it was made for another shape of "${check.subject}"; remove it.`,
          )
        else return [{ file, value: read.value as V }]
        return []
      })
      return { usable, notes }
    },
    save({ failing, record }) {
      const file = `${prefix}${hashOf(failing).slice(0, 8)}.json`
      const example = {
        ...HEAD,
        subject: check.subject,
        law: check.law,
        seed: record.seed,
        path: record.path,
        fits: storable.fits,
        value: VALUE,
        message: record.message.split('\n'),
        test: record.counterexample?.split('\n'),
      }
      try {
        // The value in one line: it is for us, the test below it for people.
        write(
          folder,
          file,
          `${JSON.stringify(example, null, 2).replace(`"${VALUE}"`, () => JSON.stringify(failing))}\n`,
        )
      } catch (error) {
        return [`The example could not be kept in ${folder}: ${(error as Error).message}`]
      }
      return [`Kept in ${shown(file)}, tried first from now on: npx tribunal repro ${shown(file)}`]
    },
    replace({ file, value }, smaller) {
      if (hashOf(value) !== hashOf(smaller)) rmSync(join(folder, file), { force: true })
    },
    remove({ file }) {
      rmSync(join(folder, file), { force: true })
      return `Example ${shown(file)} holds by now and was removed.`
    },
  }
}

/** A stored example as it lies in its file, for whoever wants to see it again. */
export interface ExampleFile {
  readonly subject: string
  readonly law: string
  readonly seed: number
  readonly fits: string
  readonly value: unknown
  readonly message: readonly string[]
  readonly test: readonly string[]
}

/** Reads one file; a sentence says why it is no example. */
export function readExample(path: string): ExampleFile | string {
  try {
    if (statSync(path).size > LARGEST) return `is larger than ${LARGEST} bytes`
    const example: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!isObject(example) || example.format !== HEAD.format) return 'is no example of Tribunal'
    if (example.version !== HEAD.version) return `has version ${String(example.version)}, not ${HEAD.version}`
    const { subject, law, seed, fits, value, message = [], test = [] } = example
    const texts = [subject, law, fits].every((text) => typeof text === 'string')
    if (!texts || !Number.isInteger(seed) || value === undefined) return 'lacks some of its fields'
    return { subject, law, seed, fits, value, message: lines(message), test: lines(test) } as ExampleFile
  } catch (error) {
    return `cannot be read (${error instanceof SyntaxError ? 'it is no JSON' : (error as NodeJS.ErrnoException).code})`
  }
}

// Helpers

const HEAD = { format: 'tribunal-example', version: 1 } as const
const LARGEST = 262_144
const VALUE = '(value)'

const lines = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

function filesIn(folder: string, prefix: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.startsWith(prefix) && file.endsWith('.json'))
      .sort(byCodeUnit)
  } catch {
    return []
  }
}

let written = 0

/** Whole or not at all, whoever else writes the same: two workers that find the same example write the same bytes. */
function write(folder: string, file: string, text: string): void {
  mkdirSync(resolve(folder), { recursive: true })
  const temporary = join(folder, `.${file}.${process.pid}.${threadId}.${written++}`)
  writeFileSync(temporary, text)
  renameSync(temporary, join(folder, file))
}
