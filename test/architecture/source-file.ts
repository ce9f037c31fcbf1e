import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** Folders that hold our own TypeScript; what is generated or belongs to a fixture project is left out. */
const FOLDERS = [
  'src',
  'matchers',
  'fixtures',
  'properties',
  'reporters',
  'scenarios',
  'test',
  'bench',
  'examples',
  '.ci',
]

/** One of our TypeScript files, by its path from the project's root. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** One import or re-export; `types` when nothing of it is left at run time. */
export interface ImportOf {
  readonly specifier: string
  readonly types: boolean
}

/** All our TypeScript files, in code-unit order of their paths. */
export function sourceFiles(root: string): SourceFile[] {
  return FOLDERS.flatMap((folder) => walk(root, folder)).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
}

/** Every import of a file: static, dynamic by a literal name, re-exports, and what createRequire's `requires('x')` loads. */
export function importsOf({ path, text }: SourceFile): ImportOf[] {
  const { staticImports, staticExports, dynamicImports } = parse({ path, text }).module
  return [
    ...staticImports.map(({ start, moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      types: /^import\s+type\b/.test(text.slice(start, start + 100)) || (entries.length > 0 && entries.every(isType)),
    })),
    ...staticExports.flatMap(({ start, entries }) =>
      entries.slice(0, 1).flatMap(({ moduleRequest }) =>
        moduleRequest
          ? [
              {
                specifier: moduleRequest.value,
                types: /^export\s+type\b/.test(text.slice(start, start + 100)) || entries.every(isType),
              },
            ]
          : [],
      ),
    ),
    ...dynamicImports.map(({ moduleRequest }) => ({
      specifier: literal(text.slice(moduleRequest.start, moduleRequest.end)),
      types: false,
    })),
    ...[...text.matchAll(/\brequires?\('([^']+)'\)/g)].map(([, specifier = '']) => ({ specifier, types: false })),
  ]
}

/** A file's syntax tree, module record and comments. */
export function parse({ path, text }: SourceFile): ReturnType<typeof parseSync> {
  const result = parseSync(path, text)
  if (result.errors.length > 0) throw new SyntaxError(`${path}: ${result.errors[0]?.message}`)
  return result
}

// Helpers

const isType = (entry: { isType: boolean }): boolean => entry.isType

/** A dynamic import of anything but a plain literal is reported as it stands in the source. */
const literal = (source: string): string => /^(['"`])([^'"`$]*)\1$/.exec(source)?.[2] ?? `(${source})`

function walk(root: string, folder: string): string[] {
  let entries: ReturnType<typeof readFolder>
  try {
    entries = readFolder(join(root, folder))
  } catch {
    return []
  }
  return entries
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return path === 'test/projects' ? [] : walk(root, path)
      return /\.m?ts$/.test(entry.name) && !entry.name.endsWith('.generated.ts') ? [path] : []
    })
}

const readFolder = (path: string) =>
  readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
