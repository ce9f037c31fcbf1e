import fc from 'fast-check'
import type { AnyComposite } from '../../src/composites/composite.ts'
import { oversight } from '../../src/composites/oversight.ts'
import { proposerAdversary } from '../../src/composites/proposer-adversary.ts'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import { renderRunFiles } from '../../src/trace/render-run-files.ts'
import { compositeSubject } from '../subjects/composite-subject.ts'
import type { Sketch } from '../table/sketch.ts'
import { sketches } from '../table/sketches.ts'
import { type PipelineSketch, pipelineFiles, pipelines } from './pipelines.ts'

/** The files of a run directory: path → content. */
export type RunDirectory = ReadonlyMap<string, string>

/** What a run directory is made from. */
export type DirectorySketch =
  | { readonly kind: 'composite'; readonly composite: number; readonly sketch: Sketch }
  | { readonly kind: 'pipeline'; readonly pipeline: PipelineSketch }

/**
 * Run directories as they are left behind: by runs of our composites, calls that failed included, and by pipelines of services
 * that other programs wrote. Paths lead to contents; nothing is written to disk.
 *
 * @example
 * ```ts
 * import fc from 'fast-check'
 * import { inspectRun, memoryFiles } from 'vitest-tribunal'
 * import { runDirectories } from 'vitest-tribunal/properties'
 *
 * fc.assert(
 *   fc.property(runDirectories(), (files) => {
 *     const { verdict } = inspectRun(memoryFiles(files), { partial: true }).inspection
 *     return ['pass', 'partial', 'fail'].includes(verdict)
 *   }),
 *   { numRuns: 20 },
 * )
 * ```
 */
export const runDirectories = (): fc.Arbitrary<RunDirectory> => directorySketches().map(directoryOf)

/** What run directories are made from, plain data that shrinks. */
export const directorySketches = (): fc.Arbitrary<DirectorySketch> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('pipeline' as const), pipeline: pipelines() }) },
    ...subjects.map((subject, composite) => ({
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('composite' as const),
        composite: fc.constant(composite),
        sketch: sketches(subject.shape, { faults: true, longest: 3 }),
      }),
    })),
  )

/** The files that a sketch stands for. */
export function directoryOf(sketch: DirectorySketch): RunDirectory {
  if (sketch.kind === 'pipeline') return pipelineFiles(sketch.pipeline)
  return renderRunFiles(subjects[sketch.composite]!.attempt({ sketch: sketch.sketch }).run)
}

// Helpers

const COMPOSITES: readonly AnyComposite[] = [proposerAdversary, workerCritic, oversight]
const subjects = COMPOSITES.map((composite) => compositeSubject(composite))
