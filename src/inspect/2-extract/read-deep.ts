import { filesUnder } from '../../trace/files-under.ts'
import type { RunFile, RunFiles } from '../../trace/run-files.ts'
import type { Clause, Contract } from '../contracts/contract.ts'
import { parseContract } from '../contracts/parse-contract.ts'
import type { Depth } from '../inspection.ts'
import type { Wiring } from '../manifests/wiring.ts'
import { LIMITS, MOST_CLAUSES } from './limits.ts'
import type { ExtraBinding, Material } from './material.ts'
import { sizeOf } from './read-outputs.ts'
import { type NamedUpstream, runsIn } from './read-upstream.ts'
import { textsWithin } from './texts-within.ts'

type DeepMaterial = Pick<Material, 'contracts' | 'inputTexts' | 'extras' | 'workspaces'> & {
  /** Runs that inputs name. */
  readonly boundRuns: readonly NamedUpstream[]
}

/** What only deep looks at: the services' contracts, the caller's inputs, bindings that nothing declares, what lies in the workspaces. */
export function readDeep(
  files: RunFiles,
  wiring: Wiring,
  published: string,
  depth: Depth,
  gaps: string[],
): DeepMaterial {
  if (depth === 'light')
    return { contracts: new Map(), inputTexts: new Map(), extras: new Map(), workspaces: new Map(), boundRuns: [] }
  const listing = files.list()
  const text = textsWithin(LIMITS.allInputs, files, gaps)
  const inputTexts = new Map<string, string>()
  const boundRuns: NamedUpstream[] = []
  for (const { name, path } of callerInputs(wiring)) {
    const content = text(path, LIMITS.output)
    if (content === undefined) continue
    inputTexts.set(name, boundValue(content))
    boundRuns.push(...runsIn(content, path))
  }
  return {
    contracts: contractsOf(files, wiring, gaps),
    inputTexts,
    boundRuns,
    workspaces: workspacesOf(
      listing.map(({ path }) => path),
      wiring,
    ),
    extras: extrasOf(listing, wiring, published, (path) => text(path, LIMITS.output)),
  }
}

// Helpers

/** The services' contracts; a source that several name is read and parsed once, but its clauses are those of each. */
function contractsOf(files: RunFiles, { services }: Wiring, gaps: string[]): ReadonlyMap<string, Contract | null> {
  const text = textsWithin(LIMITS.allSources, files, gaps)
  const bySource = new Map<string, Contract | null>()
  const contracts = new Map<string, Contract | null>()
  let room = MOST_CLAUSES
  for (const { name, source } of services) {
    if (source === null) continue
    const content = bySource.has(source) ? '' : text(source, LIMITS.source)
    if (!bySource.has(source)) bySource.set(source, content === undefined ? null : parseContract(source, content))
    const contract = bySource.get(source) ?? null
    if (!contract && (sizeOf(files, source) ?? 0) === 0)
      gaps.push(`${source}, the contract of "${name}", is not in the run`)
    if (contract?.isCut && content !== '') gaps.push(`${source} has more lines than are read of a contract`)
    const count = contract ? countOf(contract.clauses) + countOf(contract.invariants) : 0
    const fits = count <= room
    if (!fits) gaps.push(`${source}, the contract of "${name}", was not decided: the run has too many clauses`)
    room -= count // what does not fit leaves no room for those after it
    contracts.set(name, fits ? contract : null)
  }
  return contracts
}

const countOf = (clauses: readonly Clause[]): number =>
  clauses.reduce((count, { fields }) => count + 1 + countOf(fields), 0)

function callerInputs(wiring: Wiring): readonly { name: string; path: string }[] {
  const named = new Map<string, string>()
  for (const { name, path } of wiring.inputs) named.set(name, path ?? `bindings/caller/${name}.md`)
  for (const { inputs } of wiring.services)
    for (const { from, name, path } of inputs) if (from === 'caller' && path !== null) named.set(name, path)
  return [...named].map(([name, path]) => ({ name, path }))
}

/** A caller's binding states what it is above a rule; the value stands below. */
function boundValue(text: string): string {
  const head = text.slice(0, 2_000)
  const rule = /^---[ \t]*\r?$/mu.exec(head)
  if (!rule || !/^(?:binding|kind):/mu.test(head.slice(0, rule.index))) return text
  return text.slice(rule.index + rule[0].length).replace(/^\n/u, '')
}

/** How many bindings that nothing declares are read. */
const EXTRAS = 100

function extrasOf(
  listing: readonly RunFile[],
  wiring: Wiring,
  published: string,
  read: (path: string) => string | undefined,
): ReadonlyMap<string, ExtraBinding> {
  const declared = new Set(wiring.services.flatMap(({ outputs }) => outputs.map(({ binding }) => binding)))
  const byName = new Map<string, RunFile[]>()
  for (const file of filesUnder(listing, published)) {
    if (file.path.startsWith(`${published}/caller/`) || declared.has(file.path)) continue
    const name = file.path.slice(file.path.lastIndexOf('/') + 1).replace(/\.[^.]*$/u, '')
    byName.set(name, [...(byName.get(name) ?? []), file].slice(0, 2))
  }
  const extras = new Map<string, ExtraBinding>()
  for (const [name, [file, second]] of [...byName].slice(0, EXTRAS)) {
    const content = file && !second ? read(file.path) : undefined
    if (file && content !== undefined)
      extras.set(name, { path: file.path, text: content, cut: file.size > LIMITS.output })
  }
  return extras
}

function workspacesOf(paths: readonly string[], wiring: Wiring): ReadonlyMap<string, readonly string[]> {
  const owners = new Map(wiring.services.map(({ name, workspace }) => [workspace, name]))
  const found = new Map<string, string[]>(wiring.services.map(({ name }) => [name, []]))
  for (const path of paths) {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const owner = owners.get(path.slice(0, slash))
      if (owner === undefined) continue
      found.get(owner)?.push(path)
      break
    }
  }
  return found
}
