import type { Check } from '../check/check.ts'
import { killMutant } from '../check/check-all.ts'
import { subjectChecks } from '../check/subject-checks.ts'
import { arbitrationChecks } from '../check-arbitration.ts'
import { inspectorChecks } from '../inspector/inspector-laws.ts'
import { readerChecks } from '../readers/reader-laws.ts'
import { compositeSubject } from '../subjects/composite-subject.ts'
import { programSubject } from '../subjects/program-subject.ts'
import { arbitrationMutants } from './arbitration/arbitration-mutants.ts'
import { inspectorMutants } from './inspector-mutants.ts'
import { oversightMutants } from './oversight-mutants.ts'
import { draftFirewall, programMutants } from './program-mutants.ts'
import { proposerAdversaryMutants } from './proposer-adversary-mutants.ts'
import { readerMutants } from './reader-mutants.ts'
import { runMutants } from './run-mutants.ts'
import { workerCriticMutants } from './worker-critic-mutants.ts'

/** One planted fault and the law that was made to find it. */
export interface Planted {
  readonly subject: string
  readonly name: string
  readonly law: string
  // biome-ignore lint/suspicious/noExplicitAny: each check knows its own values
  readonly check: () => Check<any>
}

/** One line of the kill table. */
export interface Kill extends Omit<Planted, 'check'> {
  /** In which try; null for a survivor. */
  readonly tries: number | null
}

/** Every fault that is planted in ours. */
export const planted: readonly Planted[] = [
  ...[...workerCriticMutants, ...oversightMutants, ...proposerAdversaryMutants].map(({ name, law, composite }) => ({
    subject: composite.name,
    name,
    law,
    check: () => subjectChecks(compositeSubject(composite), [law])[0]!,
  })),
  ...programMutants.map(({ name, law, program }) => ({
    subject: draftFirewall.name!,
    name,
    law,
    check: () => subjectChecks(programSubject(program, draftFirewall), [law])[0]!,
  })),
  ...runMutants.map(({ name, subject, check }) => ({ subject, name, law: check.law, check: () => check })),
  ...readerMutants.map(({ name, law, kind, read }) => ({
    subject: kind.field === 'verdict' ? 'readVerdict' : 'readDecision',
    name,
    law,
    check: () => named(readerChecks(read, kind, { module: '', name }), law),
  })),
  ...inspectorMutants.map(({ name, law, inspect }) => ({
    subject: 'inspectRun',
    name,
    law,
    check: () => named(inspectorChecks(inspect, name), law),
  })),
  ...arbitrationMutants.map(({ arbiter, law }) => ({
    subject: 'forgeDecide, forgeConsensus',
    name: arbiter.name,
    law,
    check: () => named(arbitrationChecks(arbiter), law),
  })),
]

/** Tries each law on its mutants, stopping at the first kill. */
export async function killTable(options: { readonly tries: number; readonly seed: number }): Promise<readonly Kill[]> {
  const kills: Kill[] = []
  for (const { check, ...mutant } of planted) {
    const { killedBy, tries } = await killMutant({ name: mutant.name, checks: [check()] }, options)
    kills.push({ ...mutant, tries: killedBy === null ? null : tries })
  }
  return kills
}

// Helpers

// biome-ignore lint/suspicious/noExplicitAny: each check knows its own values
function named(checks: readonly Check<any>[], law: string): Check<any> {
  const check = checks.find((one) => one.law === law)
  if (check === undefined) throw new Error(`no law is called "${law}"`)
  return check
}
