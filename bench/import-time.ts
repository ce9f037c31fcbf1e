import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
// So that the compiler of the benches makes them as well.
import type {} from '../src/index.ts'
import type {} from '../src/wire/index.ts'
import type { Bench, Comparison, Work } from './bench.ts'

const BUILT = new URL('../src/', import.meta.url)

/** Each import is made in a thread of its own, where nothing is loaded yet; the baseline loads nothing there. */
export const importTime: Bench = {
  name: 'import-time',
  about:
    'a thread that imports an address of the compiled package, against one that imports an empty module, and one that imports Vitest.',
  open() {
    if (!existsSync(fileURLToPath(new URL('index.js', BUILT)))) {
      console.error('import-time: it needs what the compiler emits. Use npm run bench.')
      return {}
    }
    return {
      comparisons: [
        comparison('the main entry', 'index.js', 'an empty module', 'data:text/javascript,'),
        comparison('the main entry', 'index.js', 'vitest', import.meta.resolve('vitest')),
        comparison('the wire', 'wire/index.js', 'an empty module', 'data:text/javascript,'),
      ],
    }
  },
}

// Helpers

const comparison = (name: string, file: string, baseline: string, address: string): Comparison => ({
  name,
  per: 'import',
  baseline: { name: baseline, work: importOf(address) },
  ours: { name: file, work: importOf(new URL(file, BUILT).href) },
})

const importOf =
  (address: string): Work =>
  () =>
    new Promise((resolve, reject) => {
      // Without the loader that runs the bench.
      const worker = new Worker(`import(${JSON.stringify(address)})`, { eval: true, execArgv: [], stderr: true })
      worker.on('error', reject).on('exit', resolve)
    })
