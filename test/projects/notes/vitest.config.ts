import { writeFileSync } from 'node:fs'
import type { TestModule } from 'vitest/node'
import { defineConfig } from 'vitest/config'
import { tribunal } from '../../../src/plugin.ts'

/** Writes down what each test says beside itself. */
const notes = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const all = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => [test.name, test.annotations().map(({ type, message }) => `${type}: ${message}`)]),
    )
    if (process.env.NOTES) writeFileSync(process.env.NOTES, JSON.stringify(Object.fromEntries(all)))
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [tribunal({ report: process.env.REPORT ?? false, gate: 'partial', ...(process.env.REGISTRY && { registry: process.env.REGISTRY }) })],
  test: { reporters: ['default', notes] },
})
