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

/** Every layout that can be read: another one is a file of its own and a line here. */
const LAYOUTS: readonly Layout[] = [
  programEra,
  serviceEra,
  manifestRun,
  standaloneFunction,
  mounted,
  formeManifest,
  reactor,
  artefactsOnly,
]

/**
 * Decides how a run directory is laid out, before any output is looked at: by what only one layout has, else by what one may have.
 * What belongs to another one as well, a second log, manifest or place of outputs, makes it ambiguous.
 *
 * @throws TribunalError `unsupported-layout` when it is none that we know, `ambiguous-layout` when it is several at once
 */
export function recogniseLayout(files: RunFiles): Layout {
  const found = LAYOUTS.filter((layout) => layout.recognise(files))
  const layout = found[0] ?? LAYOUTS.find((candidate) => candidate.fallsBack?.(files))
  if (!layout)
    throw new TribunalError(
      'unsupported-layout',
      `The directory is laid out in no known way (${LAYOUTS.map(({ id }) => id).join(', ')}). Give the directory of one run.`,
      { details: { supported: LAYOUTS.map(({ id }) => id) } },
    )
  const ids = new Set([...found.map(({ id }) => id), layout.id, ...intruders(files, layout)])
  if (ids.size === 1) return layout
  throw new TribunalError(
    'ambiguous-layout',
    `The directory is laid out in several ways at once: ${[...ids].join(', ')}. Inspect the runs apart.`,
    { details: { layouts: [...ids] } },
  )
}

// Helpers

/** Other layouts' control files, and other places of outputs, that are there beside this one's. */
function intruders(files: RunFiles, layout: Layout): readonly string[] {
  const own = new Set(controlFiles(layout, files))
  const foreign = LAYOUTS.filter((other) =>
    controlFiles(other, files).some((path) => !own.has(path) && files.stat(path) !== undefined),
  )
  const places = new Set(LAYOUTS.map(placeOf))
  places.delete(placeOf(layout))
  return [...foreign.map(({ id }) => id), ...[...places].filter((place) => hasFolder(files, place))]
}

const placeOf = ({ published = 'bindings' }: Layout): string => published

function controlFiles(layout: Layout, files: RunFiles): readonly string[] {
  const { log, root, manifest, receipts, also = [] } = layout.locate(files)
  return [log, root, manifest, receipts, ...also].filter((path) => typeof path === 'string')
}
