import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

/** Runs the tests that failures print, which pasted-tests.test.ts has written. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  ssr: { resolve: { conditions: ['vitest-tribunal-source', ...defaultServerConditions] } },
  test: { include: ['.tribunal/pasted/*.test.ts'], isolate: false, env: { NO_COLOR: '1' } },
})
