import type { OutputReading } from '../2-extract/material.ts'
import type { EffectivenessPart, Observation, PartScore } from '../inspection.ts'
import type { Case } from './case.ts'
import type { DecidedClause } from './decide-contracts.ts'
import { atClause, atFile } from './evidence.ts'
import { observe, partScore, unseenPart } from './part-score.ts'
import { isThere } from './service-states.ts'
import { substanceOf } from './substance.ts'

/** The parts of task effectiveness with their weights; light sees the first alone. Source: docs/scoring.md. */
export function effectivenessParts(subject: Case): { readonly [part in EffectivenessPart]: PartScore } {
  const deep = subject.material.depth === 'deep'
  return {
    output_existence: partScore(15, outputExistence(subject)),
    output_substance: deep ? partScore(10, outputSubstance(subject)) : unseenPart(10),
    contract_satisfaction: deep ? partScore(30, serviceClauses(subject)) : unseenPart(30),
    goal_alignment: deep ? partScore(45, clauseObservations(null, subject.rootClauses, subject)) : unseenPart(45),
  }
}

// Helpers

/** What the run owes: its returns and the public outputs, each once. */
function owed({
  material,
  returns,
}: Case): readonly { what: string; path: string; output: OutputReading | undefined }[] {
  const all = new Map<string, { what: string; path: string; output: OutputReading | undefined }>()
  for (const { name, path, output, optional } of returns)
    if (!optional || output !== undefined) all.set(path, { what: `return ${name}`, path, output })
  for (const output of material.outputs)
    if (output.isPublic && !all.has(output.path))
      all.set(output.path, { what: `${output.service.name}.${output.name}`, path: output.path, output })
  return [...all.values()]
}

const UNDECLARED = 'there, and not declared'

const lies = (path: string, output: OutputReading | undefined, { material }: Case): boolean =>
  output ? isThere(output) : material.exists(path)

function outputExistence(subject: Case): readonly Observation[] {
  const decided = subject.material.depth === 'deep' && !subject.isUndeclared
  return owed(subject).map(({ what, path, output }) => {
    if (subject.excuses.outputs.has(path)) return observe(what, 'excused', 'covered by a clause', [])
    const there = lies(path, output, subject)
    const evidence = [atFile(path, !there ? 'absent or empty' : output ? `${output.size} bytes` : UNDECLARED)]
    return observe(what, there ? 'held' : 'not-held', 'present and non-empty', evidence, decided)
  })
}

function outputSubstance(subject: Case): readonly Observation[] {
  return owed(subject).map(({ what, path, output }) => {
    if (subject.excuses.outputs.has(path)) return observe(what, 'excused', 'covered by a clause', [])
    if (!lies(path, output, subject)) return observe(what, 'not-held', 'present', [atFile(path, 'absent or empty')])
    if (!output) return observe(what, 'unevaluable', 'not read', [atFile(path, UNDECLARED)])
    const substance = substanceOf(output, subject)
    if (substance.kind === 'undecided')
      return observe(what, 'unevaluable', substance.rule, [atFile(path, `${output.size} bytes`)])
    if (substance.kind === 'hollow') return observe(what, 'not-held', substance.rule, [atFile(path, substance.why)])
    return observe(what, 'held', substance.rule, [atFile(path, `${output.size} bytes`)], !subject.isUndeclared)
  })
}

function serviceClauses(subject: Case): readonly Observation[] {
  return subject.states.flatMap(({ service: { name, source } }) => {
    if (subject.unseenContracts.has(name))
      return [observe(`contract of ${name}`, 'unevaluable', 'not in the run', [atFile(source!, 'absent')])]
    return clauseObservations(name, subject.serviceClauses.get(name) ?? [], subject)
  })
}

/** @param owner - a service, or null for the root: a service may be called that */
function clauseObservations(
  owner: string | null,
  clauses: readonly DecidedClause[],
  subject: Case,
): readonly Observation[] {
  return clauses.map((decided) => {
    const evidence = [atClause(decided.path, decided.clause)]
    return observe(
      `clause of ${owner ?? 'root'}, line ${decided.clause.line}`,
      outcomeOf(owner, decided, subject),
      decided.decision.rule,
      evidence,
    )
  })
}

/** A clause of a service that was rightly not called, or on an output that need not be there, leaves the count. */
export function outcomeOf(
  owner: string | null,
  { decision, about }: DecidedClause,
  { excuses }: Case,
): Observation['outcome'] {
  const excused: ReadonlySet<string | null> = excuses.services
  if (decision.outcome === 'not-applicable') return 'excused'
  if (decision.outcome !== 'satisfied' && excused.has(owner)) return 'excused'
  if (about && excuses.outputs.has(about.path)) return 'excused'
  return OUTCOMES[decision.outcome]
}

const OUTCOMES = { satisfied: 'held', partial: 'partial', violated: 'not-held', unevaluable: 'unevaluable' } as const
