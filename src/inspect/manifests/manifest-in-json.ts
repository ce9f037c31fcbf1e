import { isObject } from '../../json/json.ts'
import { parseRunJson } from '../parse-run-json.ts'
import { orElse } from './or-else.ts'
import type { Wiring } from './wiring.ts'

/**
 * Reads a manifest in JSON. A repeated key is irregular; the last one counts, as it does for whoever ran the manifest.
 *
 * @param read - what its object declares
 * @param otherwise - what the run declares without it
 */
export function manifestInJson(
  text: string,
  read: (manifest: Record<string, unknown>) => Wiring,
  otherwise: () => Wiring,
): Wiring {
  const parsed = parseRunJson(text)
  const faults = parsed.ok ? [] : [{ pointer: parsed.pointer, message: parsed.message }]
  if (!isObject(parsed.value)) return orElse(faults[0] ?? { pointer: '', message: 'is no object' }, otherwise)
  const declared = read(parsed.value)
  return orElse({ ...declared, irregular: [...faults, ...declared.irregular] }, otherwise)
}
