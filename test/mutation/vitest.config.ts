import { readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import areas from './areas.json' with { type: 'json' }

const area = (process.env.TRIBUNAL_MUTATED ?? 'decisions') as keyof typeof areas

const LOADS = 'test/mutation/loads.test.ts'

/** Most mutants die of a plain example: properties come after those, and last whether everything loads. */
class ExamplesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = ({ moduleId }: TestSpecification) =>
      moduleId.endsWith(LOADS) ? 2 : /fast-check|properties\//.test(readFileSync(moduleId, 'utf8')) ? 1 : 0
    return [...files].sort((a, b) => cost(a) - cost(b) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}

/**
 * The tests that Stryker runs against each mutant: those of the mutated area and, over a few tries, its laws. One worker
 * for all files, and no matchers to load: what is paid per mutant is what counts.
 */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: [...areas[area].tests, LOADS],
    // Slow on purpose, and no mutant is caught by them alone.
    exclude: [
      ...configDefaults.exclude,
      '**/long-*.test.ts',
      '**/same-run-same-report.test.ts',
      '**/private-stays-private.test.ts',
      '**/every-number.test.ts',
    ],
    isolate: false,
    runner: './test/mutation/all-mutants.js',
    sequence: { sequencer: ExamplesFirst },
    testTimeout: 60_000,
    setupFiles: ['test/mutation/setup.ts'],
    env: { NO_COLOR: '1' },
  },
})
