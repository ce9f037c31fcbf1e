import type { Usage } from '../composites/reply.ts'
import { objectIn } from './body-fields.ts'

/** Tokens, where a provider has counted both. */
export function usageIn(usage: unknown, input: string, output: string): Usage | undefined {
  const { [input]: inputTokens, [output]: outputTokens } = objectIn(usage)
  return isCount(inputTokens) && isCount(outputTokens) ? { inputTokens, outputTokens } : undefined
}

// Helpers

const isCount = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0
