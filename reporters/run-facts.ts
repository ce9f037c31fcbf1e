import { relative } from 'node:path'
import type { TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node'
import type { FileFacts, TestFacts } from '../src/report/collect.ts'
import type { MissingFiles, Narrowing, TribunalDocument } from '../src/report/document.ts'
import { RECORD_TYPE, wholeFile } from '../src/report/encode-record.ts'
import { matchesGlob } from '../src/report/matches-glob.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** What the caller left out of the run that this file was part of: a merge of shards knows it from here only. */
    tribunalNarrowed?: Exclude<Narrowing, 'no'>
    /** Which shard this file was run in, and how many files all shards have: a merge can tell from it what has not come. */
    tribunalShard?: { readonly index: number; readonly count: number; readonly files: number }
  }
}

/**
 * What was left out of this run by the caller. One that names files and leaves out none of those that are there to check
 * something, as `vitest run scenarios` does, is as good as a whole one.
 */
export async function narrowingOf(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
  include: readonly string[],
): Promise<Narrowing> {
  const { testNamePattern, tagsFilter, changed, related } = vitest.config
  const single = specifications.some(({ testLines, testIds }) => testLines?.length || testIds?.length)
  if (single || testNamePattern || tagsFilter?.length || changed || related?.length) return 'tests'
  if (leavesFilesOut(vitest)) return 'files'
  const patterns = patternsOf(vitest)
  if (patterns.length === 0) return 'no'
  const checking = async (filters?: string[]) =>
    (await vitest.globTestSpecifications(filters)).filter(({ moduleId }) =>
      include.some((glob) => matchesGlob(relative(vitest.config.root, moduleId).replaceAll('\\', '/'), glob)),
    ).length
  const named = await checking(patterns)
  return named > 0 && named === (await checking()) ? 'no' : 'files'
}

/** How many files all shards of this run have together: Vitest 4 tells each of them of all, Vitest 5 of its own part. */
export async function countFiles(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
  narrowed: Narrowing,
): Promise<number> {
  // Which files have changed is not asked a second time; such a run is never whole.
  if (narrowed === 'tests') return specifications.length
  const all = await vitest.globTestSpecifications(patternsOf(vitest))
  return Math.max(all.length, specifications.length)
}

/** The widest of what several runs left out. */
export const narrowest = (all: readonly Narrowing[]): Narrowing =>
  (['tests', 'files'] as const).find((one) => all.includes(one)) ?? 'no'

/** Each file once: a merge may be given the blob of one shard twice. What failed in one of them has failed. */
export function eachOnce(modules: readonly TestModule[]): TestModule[] {
  const once = new Map<string, TestModule>()
  for (const module of modules) if (once.get(module.id)?.state() !== 'failed') once.set(module.id, module)
  return [...once.values()]
}

/** What the shards had and a merge of them has not; undefined where nothing is missing, or nothing was sharded. */
export function missingFiles(modules: readonly TestModule[]): MissingFiles | undefined {
  const sharded = modules.flatMap((module) => module.meta().tribunalShard ?? [])
  const of = Math.max(0, ...sharded.map(({ files }) => files))
  if (of <= modules.length) return undefined
  const count = Math.max(...sharded.map((shard) => shard.count))
  const seen = new Set(sharded.map(({ index }) => index))
  const shards = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !seen.has(index))
  return { files: of - modules.length, of, shards }
}

/** What the report needs to know of a test file. */
export function fileFacts(vitest: Vitest, module: TestModule, include: readonly string[]): FileFacts {
  const file = pathOf(vitest, module)
  return {
    project: module.project.name,
    file,
    included: include.some((glob) => matchesGlob(file, glob)),
    in_full: module.state() === 'passed' || module.state() === 'skipped',
  }
}

/** What the report needs to know of a file's tests. */
export function testFacts(vitest: Vitest, module: TestModule): TestFacts[] {
  const file = pathOf(vitest, module)
  return [...module.children.allTests()].map((test) => ({
    project: module.project.name,
    file,
    test: test.fullName,
    state: test.result().state,
    // A try that failed before it recorded anything has left nothing else to be seen.
    retried: test.diagnostic()?.flaky ?? false,
    tags: test.tags,
    records: artifactsOf(test).map(({ json }) => json),
    wholes: wholesOf(test).map(wholeFile),
  }))
}

/** Whole records by their file, as far as the document speaks of them: of a test's tries, some do not count. */
export function wholesIn(document: TribunalDocument, modules: readonly TestModule[]): Record<string, string> {
  const all = modules.flatMap((module) => [...module.children.allTests()].flatMap(wholesOf))
  const wholes = new Map(all.map((text) => [wholeFile(text), text]))
  const { inspections, uninspectable, trials, laws, arbitrations } = document
  const told = [...inspections, ...uninspectable, ...trials, ...laws, ...arbitrations]
  return Object.fromEntries(told.flatMap(({ whole }) => (whole ? [[whole.file, wholes.get(whole.file)!]] : [])))
}

// Helpers

/** Of projects, folders and globs on the command line nothing says what would have run without them. */
function leavesFilesOut(vitest: Vitest): boolean {
  const { project = [], cliExclude = [] } = vitest.config
  const { dir } = (vitest as unknown as { _cliOptions?: { dir?: string } })._cliOptions ?? {}
  return project.some((name) => name !== '*') || cliExclude.length > 0 || dir !== undefined
}

/** Vitest has no public word for the file names of its command line. */
const patternsOf = (vitest: Vitest): string[] =>
  (vitest as unknown as { filenamePattern?: string[] }).filenamePattern ?? []

/** Whatever stands in a record's place: it may have come from another machine. */
const artifactsOf = (test: TestCase): { readonly json?: unknown; readonly whole?: unknown }[] =>
  test.artifacts().filter(({ type }) => (type as string) === RECORD_TYPE) as object[]

const wholesOf = (test: TestCase): string[] =>
  artifactsOf(test).flatMap(({ whole }) => (typeof whole === 'string' ? [whole] : []))

/** Not from the module's id, which in a merge is a path of the machine that ran it. */
function pathOf(vitest: Vitest, module: TestModule): string {
  const folder = relative(vitest.config.root, module.project.config.root)
  return (folder === '' ? module.relativeModuleId : `${folder}/${module.relativeModuleId}`).replaceAll('\\', '/')
}
