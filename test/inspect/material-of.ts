import { extractRun } from '../../src/inspect/2-extract/extract-run.ts'
import type { Material } from '../../src/inspect/2-extract/material.ts'
import type { Depth } from '../../src/inspect/inspection.ts'
import { recogniseLayout } from '../../src/inspect/layouts/recognise-layout.ts'
import { memoryFiles } from '../../src/trace/memory-files.ts'
import { sampleFiles } from './sample-files.ts'

/** What is read of a sample run: what judges it can be shown one fact that is otherwise, without a file that brings it about. */
export function materialOf(
  name: string,
  changes: Parameters<typeof sampleFiles>[1] = {},
  depth: Depth = 'deep',
): Material {
  const files = memoryFiles(sampleFiles(name, changes))
  return extractRun(files, recogniseLayout(files), depth, undefined)
}
