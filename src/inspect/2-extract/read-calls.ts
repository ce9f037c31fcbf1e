import type { RunFile } from '../../trace/run-files.ts'
import type { LogReading } from '../dialects/log-reading.ts'
import type { DeclaredService } from '../manifests/wiring.ts'

/** One service that handed work to another, and what shows it. */
export interface Call {
  readonly service: string
  readonly delegate: string
  readonly line: number | null
  readonly path: string
  readonly text: string
}

/**
 * Finds who handed work to whom: `editor ⇒ setter` in the log, and what lies in `workspace/editor/__delegate/setter/`. One of each
 * service and delegate.
 *
 * @param log - its path, for what it says
 */
export function readCalls(
  listing: readonly RunFile[],
  services: readonly DeclaredService[],
  { events }: LogReading,
  log: string,
): readonly Call[] {
  const calls = new Map<string, Call>()
  const add = (call: Call) => {
    const key = JSON.stringify([call.service, call.delegate])
    if (!calls.has(key)) calls.set(key, call)
  }
  for (const { kind, name, word, line, text } of events) {
    const delegate = kind === 'delegated' ? word.replace(/^`|[`,;:]{1,3}$/gu, '') : ''
    if (delegate !== '') add({ service: name, delegate, line, path: log, text })
  }
  let owners: ReadonlyMap<string, string> | undefined
  for (const { path } of listing) {
    const at = path.indexOf('/__delegate/')
    if (at === -1) continue
    owners ??= new Map(services.map(({ name, workspace }) => [workspace.replace(/\/+$/u, ''), name]))
    const service = owners.get(path.slice(0, at))
    const [delegate = '', file] = path.slice(at + '/__delegate/'.length).split('/')
    if (service !== undefined && file !== undefined)
      add({ service, delegate, line: null, path, text: 'work that was handed over' })
  }
  return [...calls.values()]
}
