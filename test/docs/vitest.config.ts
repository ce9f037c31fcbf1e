import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { tribunal } from '../../src/plugin.ts'

/** Runs the snippets that snippets.test.ts has written; no report, and no file of them has to check something. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  plugins: [tribunal({ report: false, include: '.tribunal/none/**' })],
  ssr: { resolve: { conditions: ['vitest-tribunal-source', ...defaultServerConditions] } },
  test: { include: ['.tribunal/snippets/*.test.ts'], isolate: false, testTimeout: 60_000, env: { NO_COLOR: '1' } },
})
