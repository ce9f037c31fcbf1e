import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a sample run, by path; a change of null takes one away. */
export function sampleFiles(
  name: string,
  changes: { readonly [path: string]: string | Uint8Array | null } = {},
): { [path: string]: string | Uint8Array } {
  const root = join('fixtures/runs', name)
  const files: { [path: string]: string | Uint8Array } = {}
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files[path.slice(root.length + 1)] = readFileSync(path, 'utf8')
  }
  for (const [path, content] of Object.entries(changes))
    if (content === null) delete files[path]
    else files[path] = content
  return files
}
