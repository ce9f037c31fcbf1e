import { visibleLine } from '../report/visible.ts'
import { type Io, write } from './io.ts'
import type { LeftOut } from './outcome.ts'

/** Says on standard error which folders were found and are not inspected: a line for each reason. */
export async function sayLeftOut(folders: readonly LeftOut[], { stderr }: Io): Promise<void> {
  for (const [reason, words] of Object.entries(WORDS)) {
    const paths = folders.filter((folder) => folder.reason === reason).map(({ path }) => visibleLine(path))
    if (paths.length === 0) continue
    const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : ''
    await write(stderr, `${words(paths.length)}: ${paths.slice(0, SHOWN).join(', ')}${more}\n`)
  }
}

// Helpers

const SHOWN = 5

const runs = (count: number): string => (count === 1 ? '1 run' : `${count} runs`)

const WORDS: { readonly [reason in LeftOut['reason']]: (count: number) => string } = {
  'no-run': (count) => `left out, as ${count === 1 ? '1 folder is no run' : `${count} folders are no runs`}`,
  earlier: (count) => `left out ${runs(count)} of before --since`,
  'other-system': (count) => `left out ${runs(count)} of other systems`,
  'time-unknown': (count) =>
    `warning: left out ${runs(count)}, as nothing says on which side of --since ${count === 1 ? 'it lies' : 'they lie'}`,
}
