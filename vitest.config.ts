import { defaultServerConditions } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'
import { tribunal } from './src/plugin.ts'

export default defineConfig({
  plugins: [tribunal()],
  // Our own name resolves to the source, so that scenarios read as a user's do.
  ssr: { resolve: { conditions: ['vitest-tribunal-source', ...defaultServerConditions] } },
  test: {
    include: ['{src,matchers,fixtures,properties,reporters,test,scenarios,bench,scripts}/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/projects/**', 'fixtures/runs/**', 'examples/**'],
    // Matcher messages carry colours otherwise, and inline snapshots would differ between terminals.
    env: { NO_COLOR: '1' },
    // A busy machine is slow, not wrong: no test is about time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
