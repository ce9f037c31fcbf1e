import { defineConfig } from 'vitest/config'
import { tribunal } from 'vitest-tribunal/plugin'

export default defineConfig({ plugins: [tribunal()], test: { testTimeout: 120_000 } })
