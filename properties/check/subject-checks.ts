import { TribunalError } from '../../src/errors.ts'
import type { Invariant } from '../../src/invariants/invariant.ts'
import { SUBJECT_LAWS } from '../laws/subject-laws.ts'
import type { Subject } from '../subjects/subject.ts'
import type { Check } from './check.ts'
import { subjectCheck } from './subject-check.ts'

/**
 * The laws of a subject that go by the given names, with checks that only this subject has; laws of the caller are checked along
 * with `results`.
 *
 * @throws TribunalError `invalid-input` when a name is no law's
 */
export function subjectChecks(
  subject: Subject,
  names: readonly string[],
  extra: readonly Invariant[] = [],
  // biome-ignore lint/suspicious/noExplicitAny: each check knows its own values
  more: readonly Check<any>[] = [],
  // biome-ignore lint/suspicious/noExplicitAny: each check knows its own values
): readonly Check<any>[] {
  const known = [...SUBJECT_LAWS.map(({ name }) => name), ...more.map(({ law }) => law)]
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new TribunalError(
      'invalid-input',
      `No law of "${subject.name}" is called ${unknown.join(', ')}. Known: ${known.join(', ')}.`,
    )
  const own = SUBJECT_LAWS.filter(({ name }) => names.includes(name) || (name === 'results' && extra.length > 0))
  return [...own.map((law) => subjectCheck(law, subject, extra)), ...more.filter(({ law }) => names.includes(law))]
}
