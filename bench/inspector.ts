import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inspectRun } from '../src/inspect/inspect-run.ts'
import type { Depth } from '../src/inspect/inspection.ts'
import { runCompositeSync } from '../src/run/run-composite.ts'
import { directoryFiles } from '../src/trace/directory-files.ts'
import { writeRunDirectory } from '../src/trace/write-run-directory.ts'
import type { Bench, Comparison } from './bench.ts'
import { situations } from './situations.ts'

/**
 * What light is for is a look at the log, the manifest and the sizes of the files, so its baseline is that in plain Node:
 * the directory listed with sizes, the log and the manifest read as text. The inspector itself asks for the sizes of declared
 * files alone; the second row, for information, is against that least of work.
 *
 * The baseline of deep touches what an inspection touches, and nothing else: each run is watched beforehand, and whatever
 * the inspection listed or read is listed or read by the baseline, each file once, and parsed with the same libraries and
 * the same options: JSON, and of sources the front matter and the Markdown.
 *
 * None of them resolves a link, bounds what it reads, counts or judges anything.
 */
export const inspector: Bench = {
  name: 'inspector',
  about: 'inspectRun on small run directories against reading (and for deep parsing) the same files.',
  open() {
    const folder = mkdtempSync(join(tmpdir(), 'tribunal-bench-'))
    const runs = writeRuns(folder)
    const big = [writeBigRun(join(folder, 'big'))]
    return {
      comparisons: [light(runs), lightAtItsLeast(runs), deep(runs), light(big), deep(big)],
      close: () => rmSync(folder, { recursive: true }),
    }
  },
}

// Helpers

/** Runs of each of three composites: about a thousand, more than fit into any cache of ours. */
const COPIES = 334

function writeRuns(folder: string): readonly string[] {
  return situations().flatMap(({ composite, input, script }, kind) =>
    Array.from({ length: COPIES }, (_, copy) =>
      writeRunDirectory(
        runCompositeSync(composite, { input, model: script, id: `run-${kind}-${copy}` }),
        join(folder, `run-${kind}-${copy}`),
      ),
    ),
  )
}

/** One run of 500 services: 1,502 files and 15 MB, a log of 2,000 lines and a manifest of 200 kB. */
function writeBigRun(directory: string): string {
  const names = Array.from({ length: 500 }, (_, at) => `service-${at}`)
  const put = (path: string, content: string) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content)
  }
  const marks = Array.from({ length: 2_000 }, (_, at) => `${at}→ ${names[Math.floor(at / 4)]} ✓ (pass ${at % 4})`)
  put('vm.log.md', `# run:big-1 crowd\n\nroot: root.prose.md\n\n${marks.join('\n')}\n---end 2026-05-12T06:12:00Z\n`)
  put('root.prose.md', '---\nname: crowd\nkind: system\n---\n\n### Ensures\n\n- `out`: contains "berths"\n')
  const graph = names.map((id) => ({
    id,
    sourcePath: `sources/${id}.prose.md`,
    workspacePath: `workspace/${id}`,
    outputs: [
      { name: 'out', workspacePath: `workspace/${id}/out.md`, bindingPath: `bindings/${id}/out.md`, public: true },
    ],
  }))
  const executionOrder = names.map((nodeId, at) => ({ nodeId, dependsOn: [at === 0 ? 'caller' : names[at - 1]] }))
  const caller = { requires: [], returns: [{ name: 'out', source: names[0] }] }
  put('forme.manifest.json', JSON.stringify({ id: 'crowd', caller, graph, executionOrder }, undefined, 1))
  for (const name of names) {
    const text = `${name} found two berths free, and this is what it has to say of them. `.repeat(200)
    put(`bindings/${name}/out.md`, text)
    put(`workspace/${name}/out.md`, text)
    put(`sources/${name}.prose.md`, `---\nname: ${name}\nkind: service\n---\n\n### Ensures\n\n- \`out\`: present\n`)
  }
  return directory
}

/** What the figures are called by. */
const named = (runs: readonly string[]) => (runs.length === 1 ? 'one big run' : `${runs.length} small runs`)

const inspecting = (runs: readonly string[], depth: Depth) => ({
  name: `inspectRun, ${depth}`,
  work: () => runs.reduce((sum, run) => sum + inspectRun(run, { depth }).inspection.runtime_fidelity, 0),
})

const light = (runs: readonly string[]): Comparison => ({
  name: `light, ${named(runs)}`,
  per: named(runs),
  reach: 2,
  baseline: {
    name: 'sizes listed, log and manifest read',
    work: () => runs.reduce((sum, run) => sum + walk(run, '') + reading(run, ['vm.log.md', 'forme.manifest.json']), 0),
  },
  ours: inspecting(runs, 'light'),
})

function lightAtItsLeast(runs: readonly string[]): Comparison {
  const touched = runs.map((run) => ({ run, ...touchedBy(run, 'light') }))
  return {
    name: `light, at its least, ${named(runs)}`,
    per: named(runs),
    baseline: {
      name: 'only what is declared',
      work() {
        let sum = 0
        for (const { run, sized, read } of touched) {
          for (const path of sized) sum += lstatSync(join(run, path), { throwIfNoEntry: false })?.size ?? 0
          sum += reading(run, read)
        }
        return sum
      },
    },
    ours: inspecting(runs, 'light'),
  }
}

function deep(runs: readonly string[]): Comparison {
  const touched = runs.map((run) => ({ run, ...touchedBy(run, 'deep') }))
  return {
    name: `deep, ${named(runs)}`,
    per: named(runs),
    reach: 1.5,
    baseline: {
      name: 'all of it listed, read and parsed',
      work() {
        let sum = 0
        for (const { run, listed, read } of touched) {
          if (listed) sum += walk(run, '')
          for (const path of read) sum += parse(path, readFileSync(join(run, path), 'utf8'))
        }
        return sum
      },
    },
    ours: inspecting(runs, 'deep'),
  }
}

const reading = (run: string, paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + readFileSync(join(run, path), 'utf8').length, 0)

/** What an inspection lists, asks the size of, and reads. */
function touchedBy(run: string, depth: Depth) {
  const files = directoryFiles(run)
  const [sized, read] = [new Set<string>(), new Set<string>()]
  let listed = false
  inspectRun(
    {
      list() {
        listed = true
        return files.list()
      },
      hasFolder(name) {
        sized.add(name)
        return files.hasFolder?.(name) ?? false
      },
      stat(path) {
        if (!listed) sized.add(path)
        return files.stat(path)
      },
      read(path, limit) {
        read.add(path)
        return files.read(path, limit)
      },
    },
    { depth },
  )
  return { listed, sized: [...sized], read: [...read] }
}

function walk(root: string, folder: string): number {
  let sum = 0
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    sum += entry.isDirectory() ? walk(root, path) : lstatSync(join(root, path)).size
  }
  return sum
}

// The same builds of the libraries as well: those for require differ in speed from those for import.
const requires = createRequire(import.meta.url)
const { load, CORE_SCHEMA } = requires('js-yaml') as typeof import('js-yaml')
const MarkdownIt = requires('markdown-it') as typeof import('markdown-it').default
const markdown = new MarkdownIt('commonmark', { maxNesting: 30 })
markdown.core.ruler.disable(['inline', 'text_join'])

function parse(path: string, text: string): number {
  if (path.endsWith('.json')) return Object.keys(JSON.parse(text)).length
  if (!path.endsWith('.prose.md')) return text.length
  const end = text.startsWith('---\n') ? text.indexOf('\n---\n', 3) : -1
  if (end < 0) return markdown.parse(text, {}).length
  const front = load(text.slice(4, end), { schema: CORE_SCHEMA, maxAliases: 0, maxDepth: 50 })
  return Object.keys(front as object).length + markdown.parse(text.slice(end + 5), {}).length
}
