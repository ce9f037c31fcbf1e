import { TribunalError } from '../../errors.ts'
import type { RunFiles } from '../../trace/run-files.ts'
import { artefactsOnly } from './artefacts-only.ts'
import { formeManifest } from './forme-manifest.ts'
import { hasFolder, type Layout } from './layout.ts'
import { manifestRun } from './manifest-run.ts'
import { mounted } from './mounted.ts'
import { programEra } from './program-era.ts'
import { reactor } from './reactor.ts'
import { serviceEra } from './service-era.ts'
import { standaloneFunction } from './standalone-function.ts'

/** Every layout that can be read. */
const LAYOUTS: readonly Layout[] = [
  programEra,
  serviceEra,
  manifestRun,
  formeManifest,
  mounted,
  reactor,
  standaloneFunction,
  artefactsOnly,
]

/**
 * Decides how a run directory is laid out, before any output is looked at.
 *
 * @throws TribunalError `unsupported-layout` when it is none that we know, `ambiguous-layout` when it is several at once
 */
export function recogniseLayout(files: RunFiles): Layout {
  const found = LAYOUTS.filter((layout) => layout.recognise(files))
  const places = ['bindings', 'world-model', 'world-models'].filter((place) => hasFolder(files, place))
  if (found.length === 1 && places.length <= 1) return found[0]!
  const ids = [...found.map(({ id }) => id), ...(found.length === 1 ? places : [])]
  if (found.length > 0)
    throw new TribunalError(
      'ambiguous-layout',
      `The directory is laid out in several ways at once: ${ids.join(', ')}. Inspect the runs apart.`,
      { details: { layouts: ids } },
    )
  throw new TribunalError(
    'unsupported-layout',
    `The directory is laid out in no known way (${LAYOUTS.map(({ id }) => id).join(', ')}). Give the directory of one run.`,
    { details: { supported: LAYOUTS.map(({ id }) => id) } },
  )
}
