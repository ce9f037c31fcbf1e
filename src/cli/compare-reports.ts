import {
  type Depth,
  EFFECTIVENESS_PARTS,
  FIDELITY_PARTS,
  type Flag,
  type ServiceReport,
  type Verdict,
} from '../inspect/inspection.ts'
import type { FoundReport } from './subjects/find-report.ts'

/** What differs between two inspections. Schema: diff.schema.json. */
export interface ReportDiff {
  readonly format: 'tribunal-diff'
  readonly version: 1
  readonly before: Side
  readonly after: Side
  /** All parts of both scores, changed or not; null where there is no number. */
  readonly parts: readonly { readonly part: string; readonly before: number | null; readonly after: number | null }[]
  readonly flags: {
    /** Raised before and not after, as worded there. */
    readonly gone: readonly Flag[]
    readonly added: readonly Flag[]
    /** How many are in both. */
    readonly kept: number
  }
  /** Services whose status or contract has changed; null where it is not declared. */
  readonly services: readonly {
    readonly name: string
    readonly before: ServiceSide | null
    readonly after: ServiceSide | null
  }[]
}

/** One of the two inspections. */
export interface Side {
  /** The directory, or null for a report from the registry. */
  readonly path: string | null
  readonly run_id: string
  readonly system: string
  readonly depth: Depth
  readonly verdict: Verdict
  readonly runtime_fidelity: number
  readonly task_effectiveness: number
}

type ServiceSide = Pick<ServiceReport, 'status' | 'contract'>

/** Compares two inspections of one depth; times do not count. */
export function compareReports(before: FoundReport, after: FoundReport): ReportDiff {
  const gone = withoutThose(before.inspection.flags, after.inspection.flags)
  return {
    format: 'tribunal-diff',
    version: 1,
    before: sideOf(before),
    after: sideOf(after),
    parts: [...FIDELITY_PARTS, ...EFFECTIVENESS_PARTS].map((part) => ({
      part,
      before: partOf(before, part),
      after: partOf(after, part),
    })),
    flags: {
      gone,
      added: withoutThose(after.inspection.flags, before.inspection.flags),
      kept: before.inspection.flags.length - gone.length,
    },
    services: changedServices(before.inspection.services, after.inspection.services),
  }
}

// Helpers

function sideOf({ path, inspection }: FoundReport): Side {
  const { run_id, system, depth, verdict, runtime_fidelity, task_effectiveness } = inspection
  return { path, run_id, system, depth, verdict, runtime_fidelity, task_effectiveness }
}

function partOf({ evaluation }: FoundReport, part: string): number | null {
  const { runtime_fidelity, task_effectiveness } = evaluation
  const parts: { readonly [part: string]: { readonly score: number | null } } = {
    ...runtime_fidelity.breakdown,
    ...task_effectiveness.breakdown,
  }
  return parts[part]?.score ?? null
}

/** A flag is the same where it says the same; one that is raised twice and then once has gone once. */
function withoutThose(flags: readonly Flag[], others: readonly Flag[]): Flag[] {
  const left = new Map<string, number>()
  const keyOf = ({ id, description }: Flag) => `${id} ${description}`
  for (const other of others) left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1)
  return flags.filter((flag) => {
    const count = left.get(keyOf(flag)) ?? 0
    left.set(keyOf(flag), count - 1)
    return count <= 0
  })
}

function changedServices(before: readonly ServiceReport[], after: readonly ServiceReport[]): ReportDiff['services'] {
  const sides = (services: readonly ServiceReport[]) =>
    new Map(services.map(({ name, status, contract }) => [name, { status, contract }] as const))
  const [was, is] = [sides(before), sides(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => ({ name, before: was.get(name) ?? null, after: is.get(name) ?? null }))
    .filter((service) => !isSame(service.before, service.after))
}

const isSame = (a: ServiceSide | null, b: ServiceSide | null): boolean =>
  a !== null &&
  b !== null &&
  a.status === b.status &&
  (['satisfied', 'partial', 'violated', 'unevaluable'] as const).every((key) => a.contract[key] === b.contract[key])
