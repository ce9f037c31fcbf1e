import type { ErrorFile, Material, OutputReading } from '../2-extract/material.ts'
import type { LogEvent } from '../dialects/log-reading.ts'
import { excerptOf } from '../excerpt.ts'
import type { ServiceReport } from '../inspection.ts'
import type { DeclaredService } from '../manifests/wiring.ts'

/** What the log and the disk say of one service. */
export interface ServiceState {
  readonly service: DeclaredService
  readonly status: ServiceReport['status']
  /** Its marks of completion, in the order of the log. */
  readonly done: readonly LogEvent[]
  readonly failed: readonly LogEvent[]
  /** Its last mark that states how it went. */
  readonly last: LogEvent | undefined
  /** What accounts for it in the log: that, else what else is said of it, as under a heading of its own. */
  readonly accounted: LogEvent | undefined
  readonly errorFile: ErrorFile | undefined
  /** The error's name, '' when it has none; null when nothing failed for good. */
  readonly error: string | null
  /** True when it failed and completed later. */
  readonly recovered: boolean
  readonly outputs: readonly OutputReading[]
}

/** Puts together, service by service, what the log and the disk say. */
export function serviceStates(material: Material): readonly ServiceState[] {
  const events = new Map<string, LogEvent[]>()
  for (const event of material.log.events) {
    if (event.tag !== '') continue
    const known = events.get(event.name)
    if (known) known.push(event)
    else events.set(event.name, [event])
  }
  const errorFiles = new Map(material.errorFiles.map((file) => [file.service, file]))
  const outputs = new Map<string, OutputReading[]>(material.wiring.services.map(({ name }) => [name, []]))
  for (const output of material.outputs) outputs.get(output.service.name)!.push(output)
  return material.wiring.services.map((service) =>
    stateOf(
      service,
      events.get(service.name) ?? [],
      errorFiles.get(service.name),
      outputs.get(service.name)!,
      material,
    ),
  )
}

/** Whether an output is there and holds something. */
export const isThere = (output: OutputReading): boolean =>
  (output.size ?? 0) > 0 && (output.text === null || output.text.trim() !== '')

// Helpers

function stateOf(
  service: DeclaredService,
  events: readonly LogEvent[],
  errorFile: ErrorFile | undefined,
  outputs: readonly OutputReading[],
  material: Material,
): ServiceState {
  const done = events.filter(({ kind }) => kind === 'completed')
  const failed = events.filter(({ kind }) => kind === 'failed')
  const last = events.filter(({ kind }) => kind === 'completed' || kind === 'failed' || kind === 'skipped').at(-1)
  const { ledger } = material
  const receipts = ledger?.byNode.get(service.name)
  const latest = receipts?.at(-1)
  // What completed and is skipped later stands as it was.
  const isDone = ledger
    ? (receipts?.some(({ status }) => status === 'rendered') ?? false)
    : last?.kind === 'completed' || (last?.kind === 'skipped' && done.length > 0)
  const fell = ledger
    ? latest?.status === 'failed'
    : last?.kind === 'failed' || (errorFile !== undefined && !(isDone && failed.length > 0))
  const untold = material.status.completed ? 'unknown' : 'pending'
  return {
    service,
    status: fell ? 'failed' : isDone ? 'completed' : last ? 'skipped' : untold,
    done,
    failed,
    last,
    accounted: last ?? events.find(({ kind, step }) => kind !== 'mentioned' || step === ''),
    errorFile,
    error: fell ? withoutService(failed.at(-1)?.word || errorFile?.error || latest?.reason || '', service.name) : null,
    recovered: isDone && failed.length > 0,
    outputs,
  }
}

const withoutService = (error: string, service: string) =>
  excerptOf(error.startsWith(`${service}.`) ? error.slice(service.length + 1) : error)
