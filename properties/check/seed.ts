import { TribunalError } from '../../src/errors.ts'

/**
 * The one seed of replies, faults and schedules: what the caller says, else what the Vitest run was given (`sequence.seed` before
 * the plugin's option), else TRIBUNAL_SEED, else 1.
 *
 * @throws TribunalError `invalid-input` when the seed is no whole number of 32 bits
 */
export async function resolveSeed(given: number | undefined): Promise<number> {
  const seed = given ?? (await seedOfVitest()) ?? seedOfEnvironment() ?? 1
  if (Number.isInteger(seed) && seed === (seed | 0)) return seed
  throw new TribunalError(
    'invalid-input',
    `seed: ${seed} is no whole number of 32 bits. Give one from -2147483648 to 2147483647.`,
  )
}

// Helpers

function seedOfEnvironment(): number | undefined {
  const text = process.env.TRIBUNAL_SEED
  return text === undefined || text === '' ? undefined : Number(text)
}

/** What the plugin provides to test files; nothing outside a worker of Vitest. */
async function seedOfVitest(): Promise<number | undefined> {
  if (process.env.VITEST === undefined) return undefined
  try {
    const { inject } = await import('vitest')
    return inject('tribunalSeed') as number | undefined
  } catch {
    return undefined
  }
}
