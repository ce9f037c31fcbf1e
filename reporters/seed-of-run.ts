/** The part of Vitest's config that may hold a seed. */
export interface Sequence {
  readonly seed?: number | undefined
  readonly shuffle?: unknown
  readonly sequencer?: { readonly name: string } | undefined
}

/**
 * The one seed of a run of the tests: Vitest's `sequence.seed` where it is set, else TRIBUNAL_SEED, else the plugin's option.
 * A seed that Vitest draws for shuffling is one too; it is cut to 32 bits. Vitest 5 draws one where nothing is shuffled as well, from the
 * clock: nobody has chosen that one, and it would make every run another.
 *
 * @param sequence - the part of Vitest's config that may hold a seed
 * @param option - what the plugin was told
 */
export function seedOfRun({ seed, ...order }: Sequence, option: number | undefined): number | undefined {
  if (seed !== undefined && (shuffles(order) || Math.abs(seed) <= LARGEST)) return seed | 0
  const given = process.env.TRIBUNAL_SEED
  const asked = given === undefined || given.trim() === '' ? Number.NaN : Number(given)
  return Number.isInteger(asked) ? asked | 0 : option
}

// Helpers

/** No seed that a person sets is larger; what the clock says is. */
const LARGEST = 2 ** 32

const shuffles = ({ shuffle, sequencer }: Sequence): boolean =>
  Boolean(shuffle) || sequencer?.name === 'RandomSequencer'
