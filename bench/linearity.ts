import { inspectRun } from '../src/inspect/inspect-run.ts'
import type { Depth } from '../src/inspect/inspection.ts'
import { memoryFiles } from '../src/trace/memory-files.ts'
import type { RunFiles } from '../src/trace/run-files.ts'
import type { Bench, Comparison } from './bench.ts'

/**
 * Whether an inspection takes time in proportion to what it is given. A run ten times and a hundred times as large, in one way at a time, is
 * held against ten and a hundred inspections of the small one: a ratio of 1 is linear, less is what every inspection costs besides, and a
 * quadratic spot would give 10 and 100.
 */
export const linearity: Bench = {
  name: 'linearity',
  about: 'inspectRun on runs that are large in one way, against as many inspections of small ones.',
  open: () => ({ comparisons: AXES.flatMap(comparisonsOf), close: () => {} }),
}

// Helpers

interface Axis {
  readonly what: string
  readonly depth: Depth
  /** Size of the small one. */
  readonly small: number
  readonly times: readonly number[]
  readonly make: (size: number) => { readonly [path: string]: string }
}

const series = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join('')

const HEAD = '# run:r-1 line\n\nroot: root.prose.md\n\n'
const END = '---end 2026-05-12T06:12:00Z\n'
const ROOT = '---\nname: line\nkind: system\n---\n\n### Ensures\n\n- `out`: present\n'
const node = (id: string) => ({
  id,
  sourcePath: `sources/${id}.prose.md`,
  workspacePath: `workspace/${id}`,
  outputs: [
    { name: 'out', workspacePath: `workspace/${id}/out.md`, bindingPath: `bindings/${id}/out.md`, public: true },
  ],
})
const manifest = (ids: readonly string[]) =>
  JSON.stringify({
    id: 'line',
    caller: { requires: [], returns: [{ name: 'out', source: ids[0] }] },
    graph: ids.map(node),
    executionOrder: ids.map((nodeId, at) => ({ nodeId, dependsOn: [at === 0 ? 'caller' : ids[at - 1]] })),
  })
const base = (ids: readonly string[] = ['a']) => ({
  'vm.log.md': `${HEAD}${ids.map((id, at) => `${at}→ ${id} ✓\n`).join('')}${END}`,
  'root.prose.md': ROOT,
  'forme.manifest.json': manifest(ids),
  'sources/a.prose.md': '### Ensures\n\n- `out`: present\n',
  'bindings/a/out.md': 'What was asked for.',
  'workspace/a/out.md': 'What was asked for.',
})
const nested = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) =>
      Object.entries(base()).map(([path, text]) => [`imports/k${at}/${path}`, text] as const),
    ).flat(),
  )
const receipts = (count: number) => ({
  'receipts.json': `[${Array.from({ length: count }, (_, at) => `{"node":"n${at % 20}","status":"rendered","at":${at}}`).join()}]`,
  'compile/topology.json': JSON.stringify({
    nodes: Array.from({ length: 20 }, (_, at) => ({ node: `n${at}` })),
    edges: [],
  }),
  'world-models/x/y.json': '{}',
})

const AXES: readonly Axis[] = [
  {
    what: 'lines of the log',
    depth: 'light',
    small: 1_000,
    times: [10, 100],
    make: (size) => ({
      ...base(),
      'vm.log.md': `${HEAD}${series(size, (at) => `${at}→ a ✓ (pass ${at}, nothing to add)\n`)}${END}`,
    }),
  },
  {
    what: 'bytes of one line',
    depth: 'light',
    small: 500_000,
    times: [10, 100],
    make: (size) => ({ ...base(), 'vm.log.md': `${HEAD}1→ a ✓ (${'x'.repeat(size)})\n${END}` }),
  },
  {
    what: 'files',
    depth: 'deep',
    small: 100,
    times: [10, 100],
    make: (size) => ({
      ...base(),
      ...Object.fromEntries(Array.from({ length: size }, (_, at) => [`workspace/a/${at % 50}/${at}.md`, 'x'])),
    }),
  },
  { what: 'services', depth: 'light', small: 100, times: [10, 100], make: (size) => base(names(size)) },
  { what: 'services', depth: 'deep', small: 100, times: [10, 100], make: (size) => base(names(size)) },
  {
    what: 'inputs of a service',
    depth: 'light',
    small: 100,
    times: [10, 100],
    make: (size) => {
      const a = {
        id: 'a',
        outputs: Array.from({ length: size }, (_, at) => ({ name: `o${at}`, workspacePath: `workspace/a/${at}` })),
      }
      const from = { from: 'service', sourceNodeId: 'a' }
      const b = {
        id: 'b',
        inputs: Array.from({ length: size }, (_, at) => ({ name: `i${at}`, sourceOutput: `o${at}`, ...from })),
      }
      return {
        ...base(),
        'forme.manifest.json': JSON.stringify({ id: 'line', graph: [a, b, node('c')], executionOrder: [] }),
      }
    },
  },
  {
    what: 'clauses',
    depth: 'deep',
    small: 40,
    times: [10, 100],
    make: (size) => ({
      ...base(),
      'root.prose.md': `${ROOT}${series(size, (at) => `- \`out\`: contains "asked ${at}"\n`)}`,
    }),
  },
  {
    what: 'bytes of an output',
    depth: 'deep',
    small: 10_000,
    times: [10, 100],
    make: (size) => ({
      ...base(),
      'bindings/a/out.md': 'word '.repeat(size / 5),
      'workspace/a/out.md': 'word '.repeat(size / 5),
    }),
  },
  {
    what: 'runs inside it',
    depth: 'deep',
    small: 1,
    times: [10, 50],
    make: (size) => ({ ...base(), ...nested(size) }),
  },
  { what: 'receipts', depth: 'light', small: 400, times: [10, 100], make: receipts },
]

function names(count: number): readonly string[] {
  return ['a', ...Array.from({ length: count - 1 }, (_, at) => `s${at}`)]
}

function comparisonsOf({ what, depth, small, times, make }: Axis): readonly Comparison[] {
  const work = (files: RunFiles) => inspectRun(files, { depth, partial: true }).inspection.runtime_fidelity
  const few = memoryFiles(make(small))
  return times.map((factor) => {
    const many = memoryFiles(make(small * factor))
    return {
      name: `${what}, ${depth}, ${factor}×`,
      per: `${small * factor}`,
      reach: 1.5,
      baseline: {
        name: `${factor} inspections of ${small}`,
        work: () => Array.from({ length: factor }, () => work(few)).reduce((sum, score) => sum + score, 0),
      },
      ours: { name: 'one inspection', work: () => work(many) },
    }
  })
}
