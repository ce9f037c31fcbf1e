import { defineConfig } from 'vitest/config'
import { tribunal } from '../../../src/plugin.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tribunal({
      gate: process.env.GATE === 'partial' ? 'partial' : 'pass',
      report: process.env.REPORT ?? false,
      ...(process.env.REGISTRY && { registry: process.env.REGISTRY }),
      include: process.env.INCLUDE ?? 'scenarios/**',
    }),
  ],
})
