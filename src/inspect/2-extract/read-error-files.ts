import type { RunFiles } from '../../trace/run-files.ts'
import { readFrontMatter } from '../contracts/front-matter.ts'
import type { Depth } from '../inspection.ts'
import type { DeclaredService } from '../manifests/wiring.ts'
import { LIMITS } from './limits.ts'
import type { ErrorFile } from './material.ts'
import { textsWithin } from './texts-within.ts'

/** Finds each service's `__error.md`; light sees that it is there, deep reads which error it tells of. */
export function readErrorFiles(
  files: RunFiles,
  services: readonly DeclaredService[],
  depth: Depth,
  gaps: string[],
): readonly ErrorFile[] {
  const read = textsWithin(LIMITS.allInputs, files, gaps)
  return services.flatMap(({ name, workspace }) => {
    const path = `${workspace}/__error.md`
    if (files.stat(path)?.kind !== 'file') return []
    const text = (depth === 'deep' && read(path, LIMITS.errorFile)) || ''
    return [{ service: name, path, error: errorName(text, name), text }]
  })
}

/** Front matter's `error`, else `# Error: name`, else `# service: name`, else the first heading. */
function errorName(text: string, service: string): string {
  const { data, body } = readFrontMatter(text)
  if (typeof data?.error === 'string') return data.error.trim()
  const heading = /^#[ \t]+(\S.*)$/mu.exec(body)?.[1]?.trim() ?? ''
  const colon = heading.indexOf(':')
  const label = heading.slice(0, Math.max(0, colon)).trim()
  return label.toLowerCase() === 'error' || label === service ? heading.slice(colon + 1).trim() : heading
}
