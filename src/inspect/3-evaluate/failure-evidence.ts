import type { Material } from '../2-extract/material.ts'
import type { Evidence } from '../inspection.ts'
import { atFile, atLog, atReceipt } from './evidence.ts'
import type { ServiceState } from './service-states.ts'

/** Where a run says that a service failed: its last mark, its last receipt where there is a log as well, its error file. */
export function failureEvidence(
  { service, failed, errorFile, error }: ServiceState,
  material: Material,
): readonly Evidence[] {
  const last = material.located.log === null ? undefined : material.ledger?.byNode.get(service.name)?.at(-1)
  return [
    ...failed.slice(-1).map((event) => atLog(material, event)),
    ...(last?.status === 'failed' ? [atReceipt(last)] : []),
    ...(errorFile ? [atFile(errorFile.path, errorFile.text || error || 'an error file')] : []),
  ]
}
