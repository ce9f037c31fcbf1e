import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs against each mutant: the core's own, and the laws over a few tries. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  ssr: { resolve: { conditions: ['source', ...defaultServerConditions] } },
  test: {
    include: [
      'src/{composites,decisions,arbitration,invariants,inspect,run}/**/*.test.ts',
      'test/{composites,arbitration,inspect,mutation}/**/*.test.ts',
    ],
    // Registries are waited for by the clock, and are not among what is mutated.
    exclude: ['src/inspect/1-index/**', 'node_modules/**'],
    testTimeout: 60_000,
    setupFiles: ['matchers/setup.ts'],
    env: { NO_COLOR: '1' },
  },
})
