import type { RunFiles } from '../../trace/run-files.ts'
import type { Contract } from '../contracts/contract.ts'
import { parseContract } from '../contracts/parse-contract.ts'
import { decodeText } from '../dialects/text-lines.ts'
import { type DeclaredOutput, type DeclaredService, NO_WIRING, type Wiring } from './wiring.ts'

/**
 * What a run without a manifest still declares: its root names the services, their contracts and the root's name what they leave. Where
 * that lies, only the folders tell; nothing says in which order the services were to run.
 *
 * @param sourceOf - where the contract of a service lies
 */
export function wiringOfRoot(files: RunFiles, root: Contract | null, sourceOf: (service: string) => string): Wiring {
  if (!root) return NO_WIRING
  const names = [...new Set(root.services)].filter((name) => NAME.test(name)).slice(0, MOST)
  const services = names.map((name) => serviceOf(files, name, sourceOf(name)))
  const owners = new Map(services.flatMap(({ name, outputs }) => outputs.map((output) => [output.name, name] as const)))
  return {
    ...NO_WIRING,
    system: root.name,
    inputs: root.requires.map((name) => ({ name, path: null, optional: true })),
    services,
    returns: promised(root).map((name) => ({
      name,
      service: owners.get(name) ?? '',
      path: located(files, owners.get(name), name),
      optional: false,
    })),
  }
}

// Helpers

/** So many services of a run without a manifest are looked for. */
const MOST = 200
const SOURCE = 256 * 1024
const NAME = /^[\w.-]{1,200}$/u
const ENDINGS = ['.md', '.json', '.txt', '.yaml', '.csv']

/** The names that a contract promises under; a conditional clause promises nothing for certain, and a dot leads to a field. */
const promised = ({ clauses }: Contract): readonly string[] =>
  [...new Set(clauses.map(({ name }) => name).filter((name) => /^[\w-]{1,200}$/u.test(name)))].slice(0, MOST)

function serviceOf(files: RunFiles, name: string, source: string): DeclaredService {
  const text = textIn(files, source)
  const contract = text === null ? null : parseContract(source, text)
  const outputs = (contract ? promised(contract) : []).map((output): DeclaredOutput => {
    const binding = located(files, name, output)
    return { name: output, binding, workspace: `workspace/${binding.slice('bindings/'.length)}`, conditional: false }
  })
  return {
    name,
    source,
    workspace: `workspace/${name}`,
    inputs: [],
    outputs,
    errors: contract?.errors ?? [],
    delegates: [],
    loops: false,
  }
}

/** A contract that cannot be read is missed where contracts are read. */
function textIn(files: RunFiles, source: string): string | null {
  if (files.stat(source)?.kind !== 'file') return null
  try {
    return decodeText(files.read(source, SOURCE))
  } catch {
    return null
  }
}

/** The binding of that name in the service's folder, whatever its ending. */
function located(files: RunFiles, service: string | undefined, name: string): string {
  const stem = service === undefined ? `bindings/${name}` : `bindings/${service}/${name}`
  return `${stem}${ENDINGS.find((ending) => files.stat(`${stem}${ending}`) !== undefined) ?? '.md'}`
}
