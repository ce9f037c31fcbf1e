import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { redaction } from './redaction.ts'

/** Which test a recording is for. */
export interface TestPlace {
  /** Path of the test file. */
  readonly file: string
  /** Names of its suites and of the test, outermost first. */
  readonly names: readonly string[]
  /** Which one it is of the tests of its file with these names, from 1. */
  readonly nth: number
}

/**
 * Where the recording of a test lies below a folder: a folder for each test file, a file for each test. Names of tests may hold anything
 * and be the same in all that a file's name can say, and so may names of test files: a hash tells them apart.
 */
export function cassettePath({ file, names, nth }: TestPlace, folder: string): string {
  const kept = redaction()
  const words = slug(names.map((name) => kept.text(name)).join('-')) || 'test'
  const hash = createHash('sha256')
    .update(JSON.stringify([basename(file), ...names]))
    .digest('hex')
    .slice(0, 8)
  const stem = basename(file).replace(/(?:\.(?:test|spec))?\.[cm]?[jt]sx?$/, '')
  return join(folder, slug(stem) || 'tests', `${words}-${hash}${nth === 1 ? '' : `-${nth}`}.json`)
}

// Helpers

/** Lower case, since not every disk can tell the other. */
const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
