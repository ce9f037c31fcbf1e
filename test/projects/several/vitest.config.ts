import { defineConfig } from 'vitest/config'
import { tribunal } from '../../../src/plugin.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [tribunal({ report: process.env.REPORT ?? false, seed: 11 })],
  test: {
    projects: [
      { extends: true, test: { name: 'one' } },
      { extends: true, test: { name: 'two' } },
      { test: { name: 'stranger', include: ['scenarios/**/*.test.ts'] } },
    ],
  },
})
