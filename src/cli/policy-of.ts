import { TribunalError } from '../errors.ts'
import type { Policy } from '../report/policy/policy.ts'
import { readPolicy } from '../report/policy/read-policy.ts'
import { didYouMean } from './did-you-mean.ts'
import { FLAG_IDS, isFlagId } from './explain-flag.ts'
import { readText } from './read-text.ts'

/**
 * Reads the policy that `--policy` names.
 *
 * @param file - its path; undefined where none is asked for: then every verdict has to pass, and nothing else is asked
 * @throws TribunalError `invalid-input` when it cannot be used, or forbids flags that there are not: such a rule would never refuse anything
 */
export async function policyOf(file: string | undefined): Promise<Policy> {
  if (file === undefined) return { format: 'tribunal-policy', version: 1 }
  const policy = readPolicy(await readText(file, 'Run `tribunal init` to have one written.'), file)
  for (const id of [...(policy.hard?.forbiddenFlags ?? []), ...(policy.advisory?.forbiddenFlags ?? [])])
    if (!isFlagId(id))
      throw new TribunalError(
        'invalid-input',
        `The policy ${file} forbids the flag ${JSON.stringify(id)}, and there is no such flag.${didYouMean(id, FLAG_IDS)} \`tribunal explain\` lists all.`,
      )
  return policy
}
