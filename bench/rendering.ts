import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspectRun } from '../src/inspect/inspect-run.ts'
import { assemble } from '../src/report/assemble.ts'
import { renderHtml } from '../src/report/html/render-html.ts'
import type { InspectionRecord } from '../src/report/records.ts'
import { runCompositeSync } from '../src/run/run-composite.ts'
import { memoryFiles } from '../src/trace/memory-files.ts'
import { renderRunFiles } from '../src/trace/render-run-files.ts'
import type { Bench, Timing } from './bench.ts'
import { pageFacts } from './page-facts.ts'
import { situations } from './situations.ts'

/** Without a baseline: what is asked for is a time. Making the document, which sorts and gates it, is measured by itself. */
export const rendering: Bench = {
  name: 'rendering',
  about: 'one HTML page of many inspections.',
  open() {
    const folder = mkdtempSync(join(tmpdir(), 'tribunal-bench-'))
    return {
      timings: [page(1_000), page(10_000, 1_000), assembly(10_000)],
      facts: [...pageFacts(folder, documentOf(1_000), 1_000), ...pageFacts(folder, documentOf(10_000), 10_000)],
      close: () => rmSync(folder, { recursive: true, force: true }),
    }
  },
}

// Helpers

const page = (count: number, reachMs?: number): Timing => {
  const document = documentOf(count)
  return {
    name: `page of ${count.toLocaleString('en')} inspections`,
    per: 'page',
    work: () => renderHtml(document).length,
    ...(reachMs === undefined ? {} : { reachMs }),
  }
}

const assembly = (count: number): Timing => {
  const records = recordsOf(count)
  return {
    name: `document of ${count.toLocaleString('en')} inspections`,
    per: 'document',
    work: () => documentFrom(records).inspections.length,
  }
}

const documentOf = (count: number) => documentFrom(recordsOf(count))

const documentFrom = (records: readonly InspectionRecord[]) =>
  assemble({ seed: null, scope: { include: null, narrowed: 'no' }, level: 'pass', records })

/** Deep inspections of real runs, whole and damaged ones, under ids of their own. */
function recordsOf(count: number): InspectionRecord[] {
  const results = situations().flatMap(({ composite, input, script }) => {
    const files = renderRunFiles(runCompositeSync(composite, { input, model: script }))
    const damaged = new Map([...files].filter(([path]) => !path.startsWith('bindings/') || path.includes('caller')))
    return [files, damaged].map((some) => inspectRun(memoryFiles(some)))
  })
  return Array.from({ length: count }, (_, i) => {
    const { inspection, evaluation } = results[i % results.length]!
    const origin = { file: `scenarios/${i % 97}.test.ts`, test: `case ${i}` }
    return {
      kind: 'inspection',
      origin,
      expectation: null,
      inspection: { ...inspection, run_id: `run-${i}` },
      evaluation,
    } as const
  })
}
