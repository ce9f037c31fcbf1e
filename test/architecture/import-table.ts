import { posix } from 'node:path'
import { importsOf, type SourceFile } from './source-file.ts'

/** What the files of one folder may import besides that folder itself and the leaves: src/errors.ts, src/json, src/schemas. */
interface Row {
  /** Folders and files of ours; `types` of what follows `type:` only. */
  readonly ours: readonly string[]
  /** Packages by name, Node's modules by `node:name`; `*` for any. */
  readonly others: readonly string[]
}

const ALL_SRC = 'src'

/**
 * The import table of docs/decisions/0001, longest folder first wins.
 * Test files beside the source, test/ and bench/ may import anything.
 */
const IMPORT_TABLE: { readonly [folder: string]: Row } = {
  'src/json': { ours: [], others: ['node:crypto'] },
  'src/errors.ts': { ours: [], others: [] },
  'src/decisions': { ours: ['type:src/composites/reply.ts'], others: [] },
  'src/composites': { ours: ['src/decisions'], others: [] },
  'src/providers': { ours: ['src/composites', 'src/decisions'], others: [] },
  'src/trace': { ours: ['src/composites', 'src/decisions', 'src/providers'], others: ['node:*', 'write-file-atomic'] },
  'src/invariants': { ours: ['src/composites', 'src/decisions', 'src/providers', 'src/trace'], others: [] },
  'src/run': {
    ours: ['src/composites', 'src/decisions', 'src/providers', 'src/trace'],
    others: ['ajv', 'node:module'],
  },
  'src/arbitration': { ours: ['src/decisions', 'src/providers'], others: ['ajv', 'node:crypto'] },
  'src/inspect': {
    ours: ['src/trace', 'src/decisions', 'src/arbitration/check-record.ts', 'type:src/arbitration/record-finding.ts'],
    others: ['node:*', 'js-yaml', 'jsonc-parser', 'markdown-it', 'ajv', 'libsql', 'write-file-atomic'],
  },
  'src/report': {
    ours: ['type:src/composites', 'type:src/decisions', 'type:src/trace', 'type:src/inspect', 'type:src/arbitration'],
    // A policy is JSON with comments.
    others: ['node:*', 'handlebars', 'ajv', 'jsonc-parser'],
  },
  'src/wire': {
    ours: ['src/providers', 'src/trace/make-folder.ts', 'type:src/composites/reply.ts'],
    others: ['msw', 'nock', 'diff', 'write-file-atomic', 'ai', '@openai/agents', 'node:*'],
  },
  'src/cli': {
    ours: [ALL_SRC, 'properties/reproduce.ts'],
    others: [
      'node:*',
      'commander',
      'cli-table3',
      'cli-progress',
      'fastest-levenshtein',
      'picocolors',
      'tinyglobby',
      'env-paths',
      'write-file-atomic',
      'vitest-tribunal/package.json',
    ],
  },
  // What a user names on the command line.
  'src/cli/load-module.ts': { ours: [], others: ['*'] },
  'src/index.ts': { ours: [ALL_SRC], others: [] },
  'src/plugin.ts': { ours: [ALL_SRC, 'reporters'], others: ['node:*', 'vitest', 'vite'] },
  matchers: { ours: [ALL_SRC], others: ['vitest', 'node:module'] },
  fixtures: { ours: [ALL_SRC, 'matchers/vitest-types.ts'], others: ['vitest', 'msw', 'node:*'] },
  properties: { ours: [ALL_SRC, 'fixtures/publish.ts'], others: ['fast-check', 'vitest', 'node:*'] },
  reporters: { ours: [ALL_SRC], others: ['vitest', 'node:*', 'write-file-atomic'] },
  scenarios: { ours: [], others: ['vitest-tribunal', 'vitest', 'fast-check', 'node:*'] },
  examples: { ours: [], others: ['vitest-tribunal', '*'] },
}

/** Files that may import anything. */
const FREE = /^(?:test|bench|\.ci)\/|^(?!scenarios\/|examples\/).*\.test\.ts$/

/** Says which imports of a file the table does not allow. */
export function breachesOf(file: SourceFile): string[] {
  if (FREE.test(file.path)) return []
  const folder = rowOf(file.path)
  if (folder === undefined) return [`${file.path} lies in no folder of the import table`]
  const row = IMPORT_TABLE[folder]!
  return importsOf(file)
    .filter(({ specifier, types }) => !allowed(file.path, folder, row, specifier, types))
    .map(({ specifier, types }) => `${file.path} may not import ${types ? 'types of ' : ''}${specifier}`)
}

// Helpers

const rowOf = (path: string): string | undefined =>
  Object.keys(IMPORT_TABLE)
    .filter((folder) => within(path, folder))
    .sort((a, b) => b.length - a.length)[0]

function allowed(path: string, folder: string, row: Row, specifier: string, types: boolean): boolean {
  if (!specifier.startsWith('.')) return row.others.some((other) => isOf(specifier, other))
  const target = posix.join(posix.dirname(path), specifier)
  if (!target.endsWith('.ts') && !target.endsWith('.json')) return false
  if ([folder, 'src/json', 'src/schemas', 'src/errors.ts'].some((own) => within(target, own))) return true
  const entry = ['src/plugin.ts', 'src/cli', ...(within(path, 'src') ? ['src/index.ts'] : [])]
  if (entry.some((door) => within(target, door))) return false
  return row.ours.some((ours) =>
    ours.startsWith('type:') ? types && within(target, ours.slice(5)) : within(target, ours),
  )
}

const within = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

const isOf = (specifier: string, other: string): boolean =>
  other === '*' || (other === 'node:*' ? specifier.startsWith('node:') : within(specifier, other))
