import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { threadId } from 'node:worker_threads'
import { byCodeUnit, hashOf } from '../../src/json/canonical-json.ts'
import { isObject } from '../../src/json/json.ts'
import { makeFolder } from '../../src/trace/make-folder.ts'
import type { Check, Origin } from './check.ts'
import type { LawOutcome } from './check-law.ts'

/** What broke a law once, as it lies in its file: a value, or the seed and path that lead to one. */
export interface StoredExample<V> {
  readonly file: string
  readonly value?: V
  readonly seed: number
  readonly path: string | null
}

/** The failing examples of one law and subject: one small file each, tried first until they pass or are removed. */
export interface ExampleStore<V> {
  /** What can be tried, and a sentence about each file that cannot: never an error. */
  load(): { readonly usable: readonly StoredExample<V>[]; readonly notes: string[] }
  /** Keeps what broke the law; says where. */
  save(outcome: LawOutcome<V> & { readonly failing: V }): readonly string[]
  /** Removes the example from which a smaller one was found. */
  replace(example: StoredExample<V>, smaller: V): void
  /** Removes an example that passes by now; says so. */
  remove(example: StoredExample<V>): string
}

/**
 * Opens the store of a check; without a folder it keeps nothing.
 *
 * @param testFile - the test in which the check stands, from which addresses of modules are relative
 */
export function exampleStore<V>(folder: string | undefined, check: Check<V>, testFile?: string): ExampleStore<V> {
  if (folder === undefined)
    return { load: () => ({ usable: [], notes: [] }), save: () => [], replace: () => undefined, remove: () => '' }
  const { storable } = check
  const fits = storable?.fits ?? `${check.law} by path`
  const prefix = `${check.subject.replace(/[^\w-]+/g, '-')}--${check.law}--`
  const fileOf = (kept: unknown) => `${prefix}${hashOf(kept).slice(0, 8)}.json`
  const shown = (file: string) => `${folder}/${file}`
  return {
    load() {
      const notes: string[] = []
      const usable = filesIn(folder, prefix).flatMap((file) => {
        const read = readExample(join(folder, file))
        if (typeof read === 'string') notes.push(`Example ${shown(file)} ${read}; remove it, or restore it.`)
        else if (read.fits !== fits || (storable !== undefined && !storable.accepts(read.value)))
          notes.push(
            `Example ${shown(file)} is outdated: it was made for another shape of "${check.subject}"; remove it.`,
          )
        else {
          const { seed, path, value } = read
          return [{ file, seed, path, ...(storable === undefined ? {} : { value: value as V }) }]
        }
        return []
      })
      return { usable, notes }
    },
    save({ failing, record }) {
      const { seed, path } = record
      const kept = storable === undefined ? { seed, path } : failing
      const file = fileOf(kept)
      const example = {
        ...HEAD,
        subject: check.subject,
        law: check.law,
        origin: check.origin ?? null,
        test_file: testFile ?? null,
        seed,
        path,
        fits,
        value: VALUE,
        message: record.message.split('\n'),
        test: record.counterexample?.split('\n'),
      }
      const value = storable === undefined ? 'null' : JSON.stringify(failing)
      try {
        // The value in one line: it is for us, the test below it for people.
        write(folder, file, `${JSON.stringify(example, null, 2).replace(`"${VALUE}"`, () => value)}\n`)
      } catch (error) {
        return [`The example could not be kept in ${folder}: ${(error as Error).message}`]
      }
      return [`Kept in ${shown(file)}, tried first from now on. To see it again: npx tribunal repro ${shown(file)}`]
    },
    replace({ file, value }, smaller) {
      // The smaller one may have taken its very place.
      if (value !== undefined && file !== fileOf(smaller)) rmSync(join(folder, file), { force: true })
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
  readonly origin: Origin | null
  /** Relative to the folder in which the tests ran; null where no test was named. */
  readonly testFile: string | null
  readonly seed: number
  readonly path: string | null
  readonly fits: string
  /** Null where seed and path lead to it. */
  readonly value: unknown
  readonly message: readonly string[]
  readonly test: readonly string[]
}

/** Reads one file; a sentence says why it is no example. */
export function readExample(file: string): ExampleFile | string {
  try {
    if (statSync(file).size > LARGEST) return `is larger than ${LARGEST} bytes`
    const example: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!isObject(example) || example.format !== HEAD.format) return 'is no example of Tribunal'
    if (example.version !== HEAD.version) return `has version ${String(example.version)}, not ${HEAD.version}`
    const { subject, law, origin, test_file: testFile, seed, path = null, fits, value, message, test } = example
    const texts = [subject, law, fits].every((text) => typeof text === 'string')
    const optional = [path, testFile ?? null].every((text) => text === null || typeof text === 'string')
    if (!texts || !optional || !Number.isInteger(seed) || value === undefined) return 'lacks some of its fields'
    const found = { subject, law, seed, path, fits, value, testFile: testFile ?? null }
    return {
      ...found,
      origin: isOrigin(origin) ? origin : null,
      message: lines(message),
      test: lines(test),
    } as ExampleFile
  } catch (error) {
    return `cannot be read (${error instanceof SyntaxError ? 'it is no JSON' : (error as NodeJS.ErrnoException).code})`
  }
}

// Helpers

const HEAD = { format: 'tribunal-example', version: 1 } as const
const LARGEST = 262_144
const VALUE = '(value)'

const isOrigin = (value: unknown): value is Origin => isObject(value) && typeof value.kind === 'string'

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
  makeFolder(resolve(folder))
  const temporary = join(folder, `.${file}.${process.pid}.${threadId}.${written++}`)
  writeFileSync(temporary, text)
  renameSync(temporary, join(folder, file))
}
