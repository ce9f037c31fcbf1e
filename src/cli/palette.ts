import picocolors from 'picocolors'
import type { Io, Output } from './io.ts'

/** The colours of one output; all of them do nothing where it shows none. */
export type Palette = ReturnType<typeof picocolors.createColors>

/** Chooses colours for an output: NO_COLOR forbids them, FORCE_COLOR asks for them, else a terminal has them. */
export function paletteOf(output: Output, { env }: Io): Palette {
  if (env.NO_COLOR) return picocolors.createColors(false)
  if (env.FORCE_COLOR !== undefined) return picocolors.createColors(!['0', 'false'].includes(env.FORCE_COLOR))
  return picocolors.createColors(output.isTTY === true && env.TERM !== 'dumb')
}

/** The colour of a verdict; of anything else, as an error, that of a fail. */
export const verdictTone = (verdict: string, palette: Palette): ((text: string) => string) =>
  verdict === 'pass' ? palette.green : verdict === 'partial' ? palette.yellow : palette.red
