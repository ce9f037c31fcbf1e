import { defaultServerConditions } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'
import areas from './areas.json' with { type: 'json' }

/**
 * The tests that Stryker runs against each mutant: those of the mutated area and, over a few tries, its laws. One worker
 * for all files, and no matchers to load: what is paid per mutant is what counts.
 */
const area = (process.env.TRIBUNAL_MUTATED ?? 'decisions') as keyof typeof areas

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  ssr: { resolve: { conditions: ['vitest-tribunal-source', ...defaultServerConditions] } },
  test: {
    include: areas[area].tests,
    // Size and speed: slow on purpose, and no mutant that ends is caught by them alone.
    exclude: [...configDefaults.exclude, '**/long-*.test.ts', '**/same-run-same-report.test.ts'],
    isolate: false,
    testTimeout: 60_000,
    env: { NO_COLOR: '1' },
  },
})
