import type { ErrorClass } from '../inspection.ts'

const BY_NAME: readonly (readonly [kind: ErrorClass, pattern: RegExp])[] = [
  ['missing-env', /^missing-env(?:$|:)/iu],
  ['missing-tool', /^missing-tool(?:$|:)/iu],
  ['budget', /budget|quota|max_rounds|max_cycles|token_limit/iu],
  [
    'transport',
    /timeout|transport|connection|network|^status(?:$|[-_:])|^http|rate[-_ ]?limit|unavailable|malformed|truncated|refusal/iu,
  ],
]

/**
 * Tells where an error comes from: what a contract declares is `declared`, else its name tells, else a name is `undeclared`.
 *
 * @param declared - names that the manifest and the contracts declare; null when no contract could be read
 */
export function classifyError(error: string, declared: Pick<ReadonlySet<string>, 'has'> | null): ErrorClass {
  if (error === '') return 'unknown'
  if (declared?.has(error)) return 'declared'
  const known = BY_NAME.find(([, pattern]) => pattern.test(error))
  return known?.[0] ?? (declared === null ? 'unknown' : 'undeclared')
}
