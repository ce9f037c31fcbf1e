import type { Flag } from '../../inspection.ts'
import type { Case } from '../case.ts'
import { classifyError } from '../classify-error.ts'
import { declaredErrors } from '../declared-errors.ts'
import { atClause, atLog } from '../evidence.ts'
import { failureEvidence } from '../failure-evidence.ts'
import { hasLog } from '../log-of.ts'
import type { ServiceState } from '../service-states.ts'
import { flag, MOST_EVIDENCE } from './flag-table.ts'

/** Flags on services that failed: covered by a clause or not, declared or not, and told by log and disk alike or not. */
export function* errorFlags(subject: Case): Generator<Flag> {
  const resumes = subject.material.log.terminators.flatMap(({ word, line }) => (word === 'resume' ? line : []))
  for (const state of subject.states) {
    yield* outcomeFlags(state, subject)
    yield* disagreementFlags(state, subject)
    yield* completionFlags(state, resumes, subject)
  }
}

// Helpers

function* outcomeFlags(state: ServiceState, subject: Case): Generator<Flag> {
  const { error, recovered, service } = state
  if (recovered && error === null)
    yield flag('handled-error', `"${service.name}" failed and completed later.`, [
      ...failureEvidence(state, subject.material),
      atLog(subject.material, state.last!),
    ])
  if (error === null) return
  const name = error === '' ? 'an error without a name' : error
  const clause = subject.excuses.handledBy.get(service.name)
  if (clause)
    yield flag('handled-error', `"${service.name}" failed with ${name}; a clause covers that.`, [
      ...failureEvidence(state, subject.material),
      atClause(clause.path, clause.clause),
    ])
  else
    yield flag(
      'unhandled-error',
      `"${service.name}" failed with ${name}, and no clause covers that.`,
      failureEvidence(state, subject.material),
    )
  if (subject.material.depth === 'light') return
  if (classifyError(error, declaredErrors(subject.material, service)) === 'undeclared')
    yield flag(
      'undeclared-error',
      `"${service.name}" failed with ${name}, which no contract declares.`,
      failureEvidence(state, subject.material),
    )
}

function* disagreementFlags(state: ServiceState, subject: Case): Generator<Flag> {
  const { errorFile, failed, service } = state
  if (errorFile && failed.length === 0 && hasLog(subject.material))
    yield flag(
      'error-without-mark',
      `"${service.name}" left an error file, but the log marks no failure.`,
      failureEvidence(state, subject.material),
    )
  // Programs of statements that bind a name leave no error files.
  const { log, logMarksOutputs } = subject.material.located
  if (!errorFile && failed.length > 0 && log !== null && !logMarksOutputs)
    yield flag(
      'mark-without-error-file',
      `The log marks a failure of "${service.name}", but it left no error file.`,
      failureEvidence(state, subject.material),
    )
}

/** A loop, a resumed run, or marks that say what each pass was for explain why a service completes again. */
function* completionFlags(
  { done: said, service, recovered }: ServiceState,
  resumes: readonly number[],
  { material }: Case,
): Generator<Flag> {
  // A heading over a mark says the same once more, in a log that has both.
  const marks = said.filter(({ step }) => step !== '')
  const done = marks.length > 0 ? marks : said
  const explained = service.loops || recovered || new Set(done.map(({ qualifier }) => qualifier)).size === done.length
  if (!explained && !liesBetween(resumes, done[0]!.line, done.at(-1)!.line))
    yield flag(
      'duplicate-completion',
      `"${service.name}" is marked done ${done.length} times.`,
      done.slice(0, MOST_EVIDENCE).map((event) => atLog(material, event)),
    )
}

/** Whether one of some lines, given in order, lies between two others. */
function liesBetween(lines: readonly number[], first: number, last: number): boolean {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (lines[middle]! <= first) low = middle + 1
    else high = middle
  }
  return (lines[low] ?? last) < last
}
