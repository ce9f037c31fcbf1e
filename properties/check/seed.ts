import { TribunalError } from '../../src/errors.ts'

/**
 * The one seed of replies, faults and schedules: what the caller says, else what the plugin provides (Vitest's `sequence.seed`,
 * before TRIBUNAL_SEED, before its own option), else TRIBUNAL_SEED, else 1.
 *
 * @throws TribunalError `invalid-input` when the seed is no whole number of 32 bits
 */
export async function resolveSeed(given: number | undefined): Promise<number> {
  const seed = given ?? (await providedSeed()) ?? seedOfEnvironment() ?? 1
  if (Number.isInteger(seed) && seed === (seed | 0)) return seed
  throw new TribunalError(
    'invalid-input',
    `seed: ${seed} is no whole number of 32 bits. Give one from -2147483648 to 2147483647.`,
  )
}

// Helpers

/** What the plugin provides to test files; nothing outside of Vitest, or without the plugin. */
async function providedSeed(): Promise<number | undefined> {
  if (process.env.VITEST === undefined) return undefined
  try {
    const { inject } = await import('vitest')
    return inject('tribunalSeed') as number | undefined
  } catch {
    return undefined
  }
}

function seedOfEnvironment(): number | undefined {
  const text = process.env.TRIBUNAL_SEED
  return text === undefined || text === '' ? undefined : Number(text)
}
