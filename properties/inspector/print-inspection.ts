import type { RunDirectory } from '../arbitraries/run-directories.ts'
import { Imports } from '../print/imports.ts'
import { key, literal } from '../print/literal.ts'

/** Writes two inspections of a run, as it was and as it became, as a test to paste. */
export function printInspection(
  title: string,
  law: string,
  files: RunDirectory,
  changed: RunDirectory,
  depth: string,
): string {
  const used = new Imports()
  used.add('vitest-tribunal', 'inspectRun', 'memoryFiles', ...(law === 'same-bytes' ? ['canonicalInspection'] : []))
  const before = [...files].map(([path, text]) => `    ${key(path)}: ${literal(text)},\n`).join('')
  const differing = [...changed].filter(([path, text]) => files.get(path) !== text)
  const after = differing.map(([path, text]) => `    ${key(path)}: ${literal(text)},\n`).join('')
  const lost = [...files.keys()].filter((path) => !changed.has(path))
  return [
    `${used}\n`,
    `test(${literal(title)}, () => {`,
    `  const files = {\n${before}  }`,
    `  const changed: { [path: string]: string } = { ...files${after === '' ? '' : `,\n${after}  `} }`,
    ...lost.map((path) => `  delete changed[${literal(path)}]`),
    `  const options = { depth: ${literal(depth)}, partial: true } as const`,
    '  const before = inspectRun(memoryFiles(files), options)',
    '  const after = inspectRun(memoryFiles(changed), options)',
    ...(law === 'same-bytes' ? SAME : AT_MOST),
    '})\n',
  ].join('\n')
}

// Helpers

const SAME = ['  expect(canonicalInspection(after)).toBe(canonicalInspection(before))']

const AT_MOST = [
  '  const worth = { fail: 0, partial: 1, pass: 2 }',
  '  expect(after.inspection.runtime_fidelity).toBeLessThanOrEqual(before.inspection.runtime_fidelity)',
  '  expect(after.inspection.task_effectiveness).toBeLessThanOrEqual(before.inspection.task_effectiveness)',
  '  expect(worth[after.inspection.verdict]).toBeLessThanOrEqual(worth[before.inspection.verdict])',
]
