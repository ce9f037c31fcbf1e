import { TribunalError } from '../../errors.ts'
import type { RunFiles } from '../../trace/run-files.ts'
import { formeManifest } from './forme-manifest.ts'
import type { Layout } from './layout.ts'

/** Every layout that can be read. */
const LAYOUTS: readonly Layout[] = [formeManifest]

/**
 * Decides how a run directory is laid out, before any output is looked at.
 *
 * @throws TribunalError `unsupported-layout` when it is none that we know, `ambiguous-layout` when it is several at once
 */
export function recogniseLayout(files: RunFiles): Layout {
  const found = LAYOUTS.filter((layout) => layout.recognise(files))
  if (found.length === 1) return found[0]!
  const ids = found.map(({ id }) => id)
  if (found.length > 1)
    throw new TribunalError(
      'ambiguous-layout',
      `The directory is laid out in ${found.length} ways at once: ${ids.join(', ')}. Inspect the runs apart.`,
      { details: { layouts: ids } },
    )
  throw new TribunalError(
    'unsupported-layout',
    `The directory is laid out in no known way (${LAYOUTS.map(({ id }) => id).join(', ')}). Give the directory of one run.`,
    { details: { supported: LAYOUTS.map(({ id }) => id) } },
  )
}
