import { TribunalError } from '../errors.ts'
import { filesUnder } from '../trace/files-under.ts'
import type { RunFile, RunFiles } from '../trace/run-files.ts'
import { steadyFiles } from '../trace/steady-files.ts'
import type { InspectResult } from './inspect-run.ts'
import type { ChildReport } from './inspection.ts'

/** A run may hold runs, and these others; deeper ones are named, not inspected. */
const DEEPEST = 8
/** The most children of one run that are inspected. */
const MOST = 50

/**
 * Inspects the runs in `imports/<name>/`, each as a run of its own. What comes of them is told, and changes nothing of the
 * score of the run that holds them.
 *
 * @param level - how deep this run is nested, from 0
 */
export function inspectChildren(
  files: RunFiles,
  level: number,
  inspect: (child: RunFiles, level: number) => InspectResult,
): readonly ChildReport[] {
  const imported = filesUnder(files.list(), 'imports')
  const names = new Set(imported.flatMap(({ path }) => /^imports\/([^/]+)\/./su.exec(path)?.[1] ?? []))
  return [...names].map((name, index) => {
    const path = `imports/${name}`
    const none = { path, run_id: '', verdict: null, runtime_fidelity: null, task_effectiveness: null }
    if (level >= DEEPEST || index >= MOST) return { ...none, error: 'not-inspected', children: [] }
    try {
      const { inspection, evaluation } = inspect(within(files, path), level + 1)
      const { run_id, verdict, runtime_fidelity, task_effectiveness } = inspection
      return { path, run_id, verdict, runtime_fidelity, task_effectiveness, error: null, children: evaluation.children }
    } catch (error) {
      if (error instanceof TribunalError) return { ...none, error: error.code, children: [] }
      throw error
    }
  })
}

// Helpers

/** The files under one folder, as a run of their own. */
function within(files: RunFiles, folder: string): RunFiles {
  const inner = (file: RunFile): RunFile => ({ ...file, path: file.path.slice(folder.length + 1) })
  const outer = (path: string) => `${folder}/${path}`
  return steadyFiles({
    list: () => filesUnder(files.list(), folder).map(inner),
    stat: (path) => {
      const file = files.stat(outer(path))
      return file && inner(file)
    },
    read: (path, limit, room) => files.read(outer(path), limit, room),
    ...(files.pieces && { pieces: (path: string, limit: number) => files.pieces!(outer(path), limit) }),
  })
}
