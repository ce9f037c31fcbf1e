/**
 * The one seed of a run of the tests: Vitest's `sequence.seed` where it is set, else TRIBUNAL_SEED, else the plugin's option.
 * A seed that Vitest draws for shuffling is one too; it is cut to 32 bits.
 *
 * @param sequence - the part of Vitest's config that may hold a seed
 * @param option - what the plugin was told
 */
export function seedOfRun(
  { seed }: { readonly seed?: number | undefined },
  option: number | undefined,
): number | undefined {
  if (seed !== undefined) return seed | 0
  const given = process.env.TRIBUNAL_SEED
  const asked = given === undefined || given.trim() === '' ? Number.NaN : Number(given)
  return Number.isInteger(asked) ? asked | 0 : option
}
