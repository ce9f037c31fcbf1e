import { createHash } from 'node:crypto'
import type { RunFiles } from '../../trace/run-files.ts'
import { decodeText } from '../dialects/text-lines.ts'
import type { Depth } from '../inspection.ts'
import type { DeclaredOutput, DeclaredService } from '../manifests/wiring.ts'
import { LIMITS } from './limits.ts'
import type { OutputReading } from './material.ts'

/** Looks at each declared output: light at its size alone, deep at the start of its content and at its workspace copy. */
export function readOutputs(
  files: RunFiles,
  services: readonly DeclaredService[],
  depth: Depth,
  gaps: string[],
): readonly OutputReading[] {
  let budget: number = LIMITS.allOutputs
  const [room, roomForCopy] = [reusableRoom(), reusableRoom()]
  // Most manifests say where the copies lie, and then nobody asks for rounds.
  let rounds: ReadonlyMap<string, string> | undefined
  const latest = (file: string) => {
    rounds ??= depth === 'deep' ? roundsOf(files) : new Map<string, string>()
    return rounds.get(file)
  }
  return services.flatMap((service) =>
    service.outputs.flatMap((output): readonly OutputReading[] => {
      const path = output.binding ?? output.workspace
      if (path === null) return []
      const size = sizeOf(files, path)
      const base = {
        service,
        name: output.name,
        path,
        isPublic: output.binding !== null,
        conditional: output.conditional,
        size,
        workspace: output.binding === null ? null : workspaceOf(files, latest, service, output),
      }
      const unread = () => ({ text: null, cut: false, copy: 'unknown' as const, ...base })
      if (depth === 'light' || size === null) return [unread()]
      const wanted = Math.min(size, LIMITS.output)
      if (wanted > budget) gaps.push(`${path} was not read: the outputs before it used up what is read of one run`)
      const bytes = wanted > budget ? undefined : readOr(files, path, LIMITS.output, gaps, room(wanted))
      if (!bytes) return [unread()]
      budget -= bytes.length
      const cut = bytes.length < size
      if (cut) gaps.push(`${path} was read to ${bytes.length} of its ${size} bytes`)
      return [
        {
          text: decodeText(bytes),
          cut,
          copy: addressed(path, bytes, cut) ?? compare(files, bytes, size, base.workspace, gaps, roomForCopy(wanted)),
          ...base,
        },
      ]
    }),
  )
}

/** The size of a regular file, or null. */
export function sizeOf(files: RunFiles, path: string): number | null {
  const file = files.stat(path)
  return file?.kind === 'file' ? file.size : null
}

/** Reads the start of a file; what cannot be read becomes a gap. */
export function readOr(
  files: RunFiles,
  path: string,
  limit: number,
  gaps: string[],
  room?: Uint8Array,
): Uint8Array | undefined {
  try {
    return files.read(path, limit, room)
  } catch {
    gaps.push(`${path} cannot be read`)
    return undefined
  }
}

/** A file that is named by its hash is its own copy; undefined for any other. */
export function addressed(path: string, bytes: Uint8Array, cut: boolean): OutputReading['copy'] | undefined {
  const hash = /(?:^|\/)sha256_([0-9a-f]{64})\.\w+$/u.exec(path)?.[1]
  if (hash === undefined) return undefined
  if (cut) return 'unknown'
  return createHash('sha256').update(bytes).digest('hex') === hash ? 'same' : 'differs'
}

// Helpers

/** Memory for one file after the other; small ones need none. */
function reusableRoom(): (bytes: number) => Uint8Array | undefined {
  let room: Uint8Array | undefined
  return (bytes) => {
    if (bytes <= SMALL) return undefined
    if (!room || room.length < bytes) room = Buffer.allocUnsafeSlow(Math.max(bytes, LEAST_ROOM))
    return room
  }
}

const SMALL = 4 * 1024
const LEAST_ROOM = 64 * 1024

/** Folder and file → the copy in the folder's highest numbered subfolder. */
function roundsOf(files: RunFiles): ReadonlyMap<string, string> {
  const latest = new Map<string, { readonly round: number; readonly path: string }>()
  for (const { path } of files.list()) {
    const match = /^(.*)\/(\d{1,9})\/([^/]+)$/su.exec(path)
    if (!match) continue
    const key = `${match[1]}/${match[3]}`
    const round = Number(match[2])
    if (round >= (latest.get(key)?.round ?? 0)) latest.set(key, { round, path })
  }
  return new Map([...latest].map(([key, { path }]) => [key, path]))
}

/** Where rounds have folders of their own and the manifest names none of them, the last one holds the copy. */
function workspaceOf(
  files: RunFiles,
  latest: (file: string) => string | undefined,
  service: DeclaredService,
  output: DeclaredOutput,
): string | null {
  if (output.workspace === null || sizeOf(files, output.workspace) !== null) return output.workspace
  const file = output.workspace.slice(output.workspace.lastIndexOf('/') + 1)
  return latest(`${service.workspace}/${file}`) ?? output.workspace
}

function compare(
  files: RunFiles,
  bytes: Uint8Array,
  size: number,
  workspace: string | null,
  gaps: string[],
  room: Uint8Array | undefined,
): OutputReading['copy'] {
  const other = workspace === null ? null : sizeOf(files, workspace)
  if (workspace === null || other === null) return 'unknown'
  if (other !== size) return 'differs'
  const copy = readOr(files, workspace, LIMITS.output, gaps, room)
  if (!copy) return 'unknown'
  if (Buffer.compare(bytes, copy) !== 0) return 'differs'
  return bytes.length === size ? 'same' : 'unknown'
}
