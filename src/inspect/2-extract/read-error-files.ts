import type { RunFiles } from '../../trace/run-files.ts'
import { readFrontMatter } from '../contracts/front-matter.ts'
import { startOf } from '../excerpt.ts'
import type { Depth } from '../inspection.ts'
import type { DeclaredService } from '../manifests/wiring.ts'
import { LIMITS, OUTPUT_EXCERPT } from './limits.ts'
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
  const told = new Map<string, Said>()
  return services.flatMap(({ name, workspace }) => {
    const path = `${workspace}/__error.md`
    if (files.stat(path)?.kind !== 'file') return []
    const said = depth === 'deep' ? (told.get(path) ?? saidIn(read(path, LIMITS.errorFile) ?? '')) : NOTHING
    told.set(path, said)
    return [{ service: name, path, error: errorOf(said, name), text: said.text }]
  })
}

// Helpers

interface Said {
  /** Front matter's `error`, or ''. */
  readonly error: string
  /** The first heading, or ''. */
  readonly heading: string
  /** As much of it as is ever quoted. */
  readonly text: string
}

const NOTHING: Said = { error: '', heading: '', text: '' }

function saidIn(text: string): Said {
  const { data, body } = readFrontMatter(text)
  const error = typeof data?.error === 'string' ? data.error.trim() : ''
  const heading = /^#[ \t]+(\S.*)$/mu.exec(body)?.[1]?.trim() ?? ''
  return { error, heading, text: startOf(text, OUTPUT_EXCERPT + 1) }
}

/** Front matter's `error`, else `# Error: name`, else `# service: name`, else the first heading. */
function errorOf({ error, heading }: Said, service: string): string {
  if (error !== '') return error
  const colon = heading.indexOf(':')
  const label = heading.slice(0, Math.max(0, colon)).trim()
  return label.toLowerCase() === 'error' || label === service ? heading.slice(colon + 1).trim() : heading
}
