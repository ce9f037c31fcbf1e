import { TribunalError } from '../../src/errors.ts'
import type { Check } from './check.ts'

/**
 * The checks of the laws that are named; all of them where none is.
 *
 * @throws TribunalError `invalid-input` when a name is no law's
 */
// biome-ignore lint/suspicious/noExplicitAny: each check knows its own values
export function onlyLaws<C extends Check<any>>(
  checks: readonly C[],
  names: readonly string[] | undefined,
): readonly C[] {
  if (names === undefined) return checks
  const known = checks.map(({ law }) => law)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new TribunalError(
      'invalid-input',
      `No law of "${checks[0]?.subject}" is called ${unknown.join(', ')}. Known: ${known.join(', ')}.`,
    )
  return checks.filter(({ law }) => names.includes(law))
}
