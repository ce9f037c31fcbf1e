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
  if (subject.material.depth === 'light') return
  for (const state of subject.states) {
    yield* uncalledFlags(state, subject)
    yield* strangerFlags(state, subject)
    yield* prohibitedFlags(state, subject)
  }
}

/** Names that a service may hand work to, by its contract and by the manifest. */
export function delegatesOf({ service }: ServiceState, { material }: Case): readonly string[] {
  const contract = material.contracts.get(service.name)
  return [...new Set([...service.delegates, ...(contract?.shape.delegates ?? [])])].filter((name) => name !== '')
}

// Helpers

/**
 * A service that ended, in a log whose grammar marks each time that work is handed over, shows what was not. Where a delegate stands in
 * a contract alone and other contracts are not there to be read, someone unseen may have called it.
 */
function* uncalledFlags(state: ServiceState, subject: Case): Generator<Flag> {
  const { material, states, unseenContracts } = subject
  const [mark] = state.done
  if (!mark || !MARKED.includes(material.log.dialect) || !material.status.completed) return
  const wired = new Set(state.service.delegates)
  for (const delegate of delegatesOf(state, subject)) {
    if (!wired.has(delegate) && unseenContracts.length > 0) continue
    const called =
      material.calls.some((call) => call.service === state.service.name && call.delegate === delegate) ||
      material.log.events.some(({ name, kind }) => name === delegate && kind !== 'mentioned') ||
      states.some(({ service, outputs }) => service.name === delegate && outputs.some(({ size }) => size !== null))
    if (!called)
      yield flag('shape-violated', `"${state.service.name}" is to hand work to "${delegate}", and never did.`, [
        atLog(material, mark),
        ...atShape(state, subject, `delegates: ${delegate}`),
      ])
  }
}

/** The grammars that have a mark for work that is handed over. */
const MARKED: readonly string[] = ['markers', 'program-markers', 'mixed']

function* strangerFlags(state: ServiceState, subject: Case): Generator<Flag> {
  const named = delegatesOf(state, subject)
  if (named.length === 0) return
  for (const { service, delegate, path, line, text } of subject.material.calls)
    if (service === state.service.name && !named.includes(delegate))
      yield flag('shape-violated', `"${service}" handed work to "${delegate}", which its shape does not name.`, [
        { path, ...(line !== null && { line }), excerpt: text },
        ...atShape(state, subject, `delegates: ${named.join(', ')}`),
      ])
}

function* prohibitedFlags(state: ServiceState, subject: Case): Generator<Flag> {
  const { material, states } = subject
  const names = new Set(states.flatMap((other) => [other.service.name, ...delegatesOf(other, subject)]))
  for (const { delegate } of material.calls) names.add(delegate)
  for (const text of prohibitionsOf(state, subject)) {
    const shown = evidenceOf(readProhibition(text, names), state, subject)
    if (shown)
      yield flag('shape-violated', `"${state.service.name}" did what its shape prohibits: ${text}.`, [
        shown,
        ...atShape(state, subject, `prohibited: ${text}`),
      ])
  }
}

const prohibitionsOf = ({ service }: ServiceState, { material }: Case): readonly string[] => [
  ...new Set([...(service.prohibited ?? []), ...(material.contracts.get(service.name)?.shape.prohibited ?? [])]),
]

/** A file that only this service can have left, or work that it handed over. */
function evidenceOf(
  prohibition: ReturnType<typeof readProhibition>,
  { service }: ServiceState,
  { material }: Case,
): Evidence | undefined {
  if (!prohibition) return undefined
  if ('delegate' in prohibition) {
    const call = material.calls.find(
      (candidate) => candidate.service === service.name && candidate.delegate === prohibition.delegate,
    )
    return call && { path: call.path, ...(call.line !== null && { line: call.line }), excerpt: call.text }
  }
  const { file } = prohibition
  const own = material.workspaces.get(service.name) ?? []
  const found = own.find((path) => path === file || path.endsWith(`/${file}`))
  return found === undefined ? undefined : atFile(found, 'it is there')
}

function atShape({ service }: ServiceState, { material }: Case, excerpt: string): readonly Evidence[] {
  const path = service.source ?? material.located.manifest
  return path === null ? [] : [atFile(path, excerpt)]
}
