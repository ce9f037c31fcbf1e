import type { Call } from '../../2-extract/read-calls.ts'
import { readProhibition } from '../../contracts/read-prohibition.ts'
import type { Evidence, Flag } from '../../inspection.ts'
import type { Case } from '../case.ts'
import { atFile, atLog } from '../evidence.ts'
import type { ServiceState } from '../service-states.ts'
import { flag } from './flag-table.ts'

/**
 * Flags on who did what, where files show it: a delegate that a service is to hand work to and never did, work that went to someone its
 * shape does not name, and what its shape prohibits. Deep only, since contracts say it.
 */
export function* shapeFlags(subject: Case): Generator<Flag> {
  const { material, states } = subject
  if (material.depth === 'light' || !states.some((state) => hasShape(state, material))) return
  const facts = factsOf(subject)
  for (const state of subject.states) {
    const calls = facts.calls.get(state.service.name) ?? []
    yield* uncalledFlags(state, calls, facts, subject)
    yield* strangerFlags(state, calls, subject)
    yield* prohibitedFlags(state, calls, facts, subject)
  }
}

// Helpers

/** Most services have none: then nobody's doings have to be gone through. */
function hasShape({ service }: ServiceState, { contracts }: Case['material']): boolean {
  const { delegates = [], prohibited = [] } = contracts.get(service.name)?.shape ?? {}
  return [service.delegates, service.prohibited ?? [], delegates, prohibited].some((names) => names.length > 0)
}

/** Who did something, put together once for all services. */
interface Facts {
  readonly calls: ReadonlyMap<string, readonly Call[]>
  /** Whoever the log marks, and whoever left an output. */
  readonly acted: ReadonlySet<string>
  /** Whoever work was handed to: what is prohibited with anybody else was not done. */
  readonly called: ReadonlySet<string>
}

function factsOf(subject: Case): Facts {
  const { material, states } = subject
  const calls = new Map<string, Call[]>()
  for (const call of material.calls) {
    const known = calls.get(call.service)
    if (known) known.push(call)
    else calls.set(call.service, [call])
  }
  const marked = material.log.events.filter(({ kind }) => kind !== 'mentioned')
  const left = states.filter(({ outputs }) => outputs.some(({ size }) => size !== null))
  return {
    calls,
    acted: new Set([...marked.map(({ name }) => name), ...left.map(({ service }) => service.name)]),
    called: new Set(material.calls.map(({ delegate }) => delegate)),
  }
}

/**
 * A service that ended, in a log whose grammar marks each time that work is handed over, shows what was not. Where a delegate stands in
 * a contract alone, someone unseen may have called it: a service whose contract is not there, or one that is a program with a run of its own.
 */
function* uncalledFlags(state: ServiceState, calls: readonly Call[], { acted }: Facts, subject: Case): Generator<Flag> {
  const { material, unseenContracts } = subject
  const handed = new Set(calls.map(({ delegate }) => delegate))
  const [mark] = state.done
  if (!mark || !MARKED.includes(material.log.dialect) || !material.status.completed) return
  const wired = new Set(state.service.delegates)
  const onCondition = new Set(material.contracts.get(state.service.name)?.shape.onCondition)
  for (const delegate of delegatesOf(state, subject)) {
    if (!wired.has(delegate) && (unseenContracts.size > 0 || runsPrograms(material))) continue
    if (!handed.has(delegate) && !acted.has(delegate) && !onCondition.has(delegate))
      yield flag('shape-violated', `"${state.service.name}" is to hand work to "${delegate}", and never did.`, [
        atLog(material, mark),
        ...atShape(state, subject, `delegates: ${delegate}`),
      ])
  }
}

const runsPrograms = ({ contracts }: Case['material']): boolean =>
  [...contracts.values()].some((contract) => contract!.kind === 'program' || contract!.kind === 'system')

/** The grammars that have a mark for work that is handed over. */
const MARKED: readonly string[] = ['markers', 'program-markers', 'mixed']

function* strangerFlags(state: ServiceState, calls: readonly Call[], subject: Case): Generator<Flag> {
  const named = new Set(delegatesOf(state, subject))
  if (named.size === 0) return
  for (const { service, delegate, path, line, text } of calls)
    if (!named.has(delegate))
      yield flag('shape-violated', `"${service}" handed work to "${delegate}", which its shape does not name.`, [
        { path, ...(line !== null && { line }), excerpt: text },
        ...atShape(state, subject, `delegates: ${[...named].join(', ')}`),
      ])
}

function* prohibitedFlags(
  state: ServiceState,
  calls: readonly Call[],
  { called }: Facts,
  subject: Case,
): Generator<Flag> {
  for (const text of prohibitionsOf(state, subject)) {
    const shown = evidenceOf(readProhibition(text, called), state, calls, subject)
    if (shown)
      yield flag('shape-violated', `"${state.service.name}" did what its shape prohibits: ${text}.`, [
        shown,
        ...atShape(state, subject, `prohibited: ${text}`),
      ])
  }
}

/** So many prohibitions of one service are looked at: each is held against all files of its workspace. */
const MOST_PROHIBITIONS = 200

const prohibitionsOf = ({ service }: ServiceState, { material }: Case): readonly string[] =>
  [
    ...new Set([...(service.prohibited ?? []), ...(material.contracts.get(service.name)?.shape.prohibited ?? [])]),
  ].slice(0, MOST_PROHIBITIONS)

/** A file that only this service can have left, or work that it handed over. */
function evidenceOf(
  prohibition: ReturnType<typeof readProhibition>,
  { service }: ServiceState,
  calls: readonly Call[],
  { material }: Case,
): Evidence | undefined {
  if (!prohibition) return undefined
  if ('delegate' in prohibition) {
    const call = calls.find(({ delegate }) => delegate === prohibition.delegate)
    return call && { path: call.path, ...(call.line !== null && { line: call.line }), excerpt: call.text }
  }
  const { file } = prohibition
  // What was handed over and what came back is not the service's to write.
  const own = material.workspaces.get(service.name)!.filter((path) => !path.includes('/__delegate/'))
  const found = own.find((path) => path === file || path.endsWith(`/${file}`))
  return found === undefined ? undefined : atFile(found, 'it is there')
}

function atShape({ service }: ServiceState, { material }: Case, excerpt: string): readonly Evidence[] {
  const path = service.source ?? material.located.manifest
  return path === null ? [] : [atFile(path, excerpt)]
}

/** Names that a service may hand work to, by its contract and by the manifest. */
function delegatesOf({ service }: ServiceState, { material }: Case): readonly string[] {
  const contract = material.contracts.get(service.name)
  return [...new Set([...service.delegates, ...(contract?.shape.delegates ?? [])])].filter((name) => name !== '')
}
