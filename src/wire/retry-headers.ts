import type { ModelFault } from '../providers/model.ts'

/** Headers of an error that say how long to wait before the next attempt; with `none` clients that read milliseconds do not wait. */
export function retryHeaders(
  { retryAfterMs }: Pick<ModelFault, 'retryAfterMs'>,
  waits: 'as-told' | 'none',
): Record<string, string> {
  if (retryAfterMs === undefined) return waits === 'none' ? { 'retry-after-ms': '1' } : {}
  const ms = waits === 'none' ? '1' : String(retryAfterMs)
  return { 'retry-after': String(Math.ceil(retryAfterMs / 1000)), 'retry-after-ms': ms }
}
