import type { InspectResult } from '../../src/inspect/inspect-run.ts'
import type { RunDirectory } from '../arbitraries/run-directories.ts'
import { type Inspector, ourInspector } from '../inspector/inspector.ts'

/** An inspector with one fault planted, and the law that was made to find it. */
export interface InspectorMutant {
  readonly name: string
  readonly law: 'same-bytes' | 'monotonic-evidence'
  readonly inspect: Inspector
}

let inspected = 0

/** Inspectors that each do one thing wrong. */
export const inspectorMutants: readonly InspectorMutant[] = [
  said('depends on the order of the files', (files) => [...files.keys()][0]!),
  said('depends on line ends', (files) => (files.get('vm.log.md')?.includes('\r') ? 'Written elsewhere.' : '')),
  said(
    'depends on the order of the keys in the manifest',
    (files) => Object.keys(JSON.parse(files.get('forme.manifest.json') ?? '{}'))[0] ?? '',
  ),
  said('depends on the layout of the manifest', (files) =>
    String(files.get('forme.manifest.json')?.split('\n').length),
  ),
  said('tells the time by the local clock', () => String(new Date(Date.parse('2026-05-12T06:12:00Z')).getHours())),
  said('counts its inspections', () => String(inspected++)),

  reading('counts marks inside notes', (files) =>
    replaced(files, 'vm.log.md', (log) => log.replace(/^(?:> |- |```)/gm, '').replace(/^.*`(\d+→ .*)`.*$/gm, '$1')),
  ),
  reading('credits missing evidence', (files) => declaringOnly(files, (path) => files.has(path))),
  reading('takes an empty output for an excused one', (files) =>
    declaringOnly(files, (path) => files.get(path) !== ''),
  ),
  reading('ends a log that has no end', (files) =>
    replaced(files, 'vm.log.md', (log) =>
      /^---(?:end|error)/m.test(log) ? log : `${log}---end 2026-05-12T06:12:00Z\n`,
    ),
  ),
  scoring(
    'is milder the less there is',
    (result, files) => (files.size < 12 ? 12 - files.size : 0) + result.inspection.task_effectiveness,
  ),
  scoring('forgives what is incomplete', ({ inspection }) =>
    inspection.flags.some(({ id }) => id === 'incomplete-run') ? 98 : inspection.task_effectiveness,
  ),
  scoring('takes flags for diligence', ({ inspection }) => inspection.task_effectiveness + inspection.flags.length),
]

// Helpers

function said(name: string, remark: (files: RunDirectory) => string): InspectorMutant {
  return {
    name,
    law: 'same-bytes',
    inspect(files, depth) {
      const result = ourInspector(files, depth)
      return {
        ...result,
        inspection: { ...result.inspection, summary: `${result.inspection.summary} ${remark(files)}` },
      }
    },
  }
}

function reading(name: string, change: (files: RunDirectory) => RunDirectory): InspectorMutant {
  return { name, law: 'monotonic-evidence', inspect: (files, depth) => ourInspector(change(files), depth) }
}

function scoring(name: string, effectiveness: (result: InspectResult, files: RunDirectory) => number): InspectorMutant {
  return {
    name,
    law: 'monotonic-evidence',
    inspect(files, depth) {
      const result = ourInspector(files, depth)
      return { ...result, inspection: { ...result.inspection, task_effectiveness: effectiveness(result, files) } }
    },
  }
}

function replaced(files: RunDirectory, path: string, change: (text: string) => string): RunDirectory {
  const text = files.get(path)
  return text === undefined ? files : new Map([...files, [path, change(text)]])
}

/** Leaves declared outputs out of the manifest, so that nobody misses them. */
const declaringOnly = (files: RunDirectory, keeps: (path: string) => boolean): RunDirectory =>
  replaced(files, 'forme.manifest.json', (text) => {
    const manifest = JSON.parse(text) as { graph: { outputs: { bindingPath: string }[] }[] }
    for (const node of manifest.graph) node.outputs = node.outputs.filter(({ bindingPath }) => keeps(bindingPath))
    return JSON.stringify(manifest)
  })
