import { defineConfig } from 'vitest/config'
import { tribunal } from '../../../src/plugin.ts'

export default defineConfig({ root: import.meta.dirname, plugins: [tribunal()] })
