import type { RunFiles } from '../../trace/run-files.ts'
import type { Contract } from '../contracts/contract.ts'
import { readProhibition } from '../contracts/read-prohibition.ts'
import type { LogReading } from '../dialects/log-reading.ts'
import { excerptOf } from '../excerpt.ts'
import type { Wiring } from '../manifests/wiring.ts'
import { sizeOf } from './read-outputs.ts'

/** What is there and was not judged, or was to be there and cannot be seen: none of it moves a score. Deep only. */
export function gapsOf(
  files: RunFiles,
  wiring: Wiring,
  log: LogReading,
  root: Contract | null,
  contracts: ReadonlyMap<string, Contract | null>,
  unclaimed: readonly string[],
): readonly string[] {
  const lost = wiring.inputs.filter(({ path, optional }) => path !== null && !optional && sizeOf(files, path) === null)
  const marked = new Set(log.events.filter(({ tag }) => tag === 'vm-action').map(({ name }) => name.split(/\s/u, 1)[0]))
  const unlogged = wiring.actions.filter((action) => !marked.has(action))
  const left = new Set(wiring.omitted)
  const omitted = (root?.services ?? []).filter((name) => left.has(name))
  const others = files.list().flatMap(({ path, kind }) => (kind === 'other' ? path : []))
  let names: ReadonlySet<string> | undefined
  const isOpen = (text: string) => {
    names ??= new Set(wiring.services.flatMap((service) => [service.name, ...service.delegates]))
    return readProhibition(text, names) === undefined
  }
  const prohibited = wiring.services.filter(
    (service) => service.prohibited?.some(isOpen) || contracts.get(service.name)?.shape.prohibited.some(isOpen),
  )
  const end = log.terminators.at(-1)
  return [
    ...(end?.word === 'end' && /\(partial\b/iu.test(end.rest)
      ? [`the log calls its end partial: ${excerptOf(end.rest)}`]
      : []),
    ...lost.slice(0, SHOWN).map(({ name, path }) => `${path}, the input "${name}", is not in the run`),
    ...(lost.length > SHOWN ? [`${lost.length - SHOWN} more inputs are not in the run`] : []),
    ...some(unclaimed, (paths) => `nothing declares ${paths}: only a clause that names one of them goes by it`),
    ...some(
      unlogged,
      (names) => `the order has ${names} as a step of the machine's own, and the log does not mention it`,
    ),
    ...some(
      prohibited.map(({ name }) => name),
      (list) => `no file shows whether all that the shapes of ${list} prohibit was left undone`,
    ),
    ...some(others, (paths) => `neither a file nor a folder of the run, and not read: ${paths}`),
    ...some(omitted, (names) => `the root lists ${names}, and the manifest says that it leaves that out`),
  ]
}

// Helpers

/** Names that fit into one sentence. */
const SHOWN = 20

function some(names: readonly string[], sentence: (list: string) => string): readonly string[] {
  if (names.length === 0) return []
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''
  return [
    sentence(
      `${names
        .slice(0, SHOWN)
        .map((name) => name.slice(0, 200))
        .join(', ')}${more}`,
    ),
  ]
}
