import type { Flag } from '../../inspection.ts'
import type { Case } from '../case.ts'
import type { DecidedClause } from '../decide-contracts.ts'
import { outcomeOf } from '../effectiveness-parts.ts'
import { atClause, atFile } from '../evidence.ts'
import { isThere } from '../service-states.ts'
import { flag } from './flag-table.ts'

/** Flags on promises: broken ones one by one, those that no rule decides together, contract by contract. */
export function* clauseFlags(subject: Case): Generator<Flag> {
  yield* contractFlags(null, subject.rootClauses, subject)
  for (const { service } of subject.states)
    yield* contractFlags(service.name, subject.serviceClauses.get(service.name) ?? [], subject)
  for (const [owner, invariants] of subject.invariants) yield* invariantFlags(owner, invariants)
  if (subject.unseenContracts.size > 0)
    yield flag(
      'clause-unevaluable',
      `The contracts of ${subject.unseenContracts.size} services are not in the run, so that nothing they promise can be decided.`,
      subject.states
        .filter(({ service }) => subject.unseenContracts.has(service.name))
        .map(({ service }) => atFile(service.source!, 'absent')),
    )
}

// Helpers

const whose = (owner: string | null): string => (owner === null ? 'the root' : `"${owner}"`)

/** What holds throughout is broken by what is there; that something is not there is told as such. */
function* invariantFlags(owner: string | null, invariants: readonly DecidedClause[]): Generator<Flag> {
  for (const { clause, path, decision, about } of invariants)
    if (decision.outcome === 'violated' && about && isThere(about))
      yield flag('clause-violated', `An invariant of ${whose(owner)} is broken (rule: ${decision.rule}).`, [
        atClause(path, clause),
        atFile(about.path, about.text!),
      ])
}

function* contractFlags(owner: string | null, clauses: readonly DecidedClause[], subject: Case): Generator<Flag> {
  const open: DecidedClause[] = []
  for (const decided of clauses) {
    const outcome = outcomeOf(owner, decided, subject)
    if (outcome === 'unevaluable') open.push(decided)
    if (outcome !== 'not-held' && outcome !== 'partial') continue
    const how = outcome === 'partial' ? 'kept only in part' : 'broken'
    const evidence = [
      atClause(decided.path, decided.clause),
      ...(decided.about ? [atFile(decided.about.path, decided.about.text ?? 'absent or empty')] : []),
    ]
    yield flag(
      owner === null && outcome === 'not-held' ? 'root-clause-violated' : 'clause-violated',
      `A clause of ${whose(owner)} is ${how} (rule: ${decided.decision.rule}).`,
      evidence,
    )
  }
  if (open.length > 0)
    yield flag(
      'clause-unevaluable',
      `No rule decides ${open.length} of ${clauses.length} clauses of ${whose(owner)}.`,
      open.map(({ path, clause }) => atClause(path, clause)),
    )
}
