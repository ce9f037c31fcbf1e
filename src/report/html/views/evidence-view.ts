import type { Evidence, Flag } from '../../../inspect/inspection.ts'
import { visibleLine } from '../../visible.ts'
import { shown } from './text-view.ts'
import type { Tone } from './tone.ts'

/** A place in a run directory, and what stands there. */
export interface EvidenceView {
  readonly where: string
  readonly excerpt: string
}

/** One flag of an inspection. */
export interface FlagView {
  readonly severity: string
  readonly tone: Tone
  readonly id: string
  readonly layer: string
  readonly text: string
  readonly evidence: readonly EvidenceView[]
  /** How many places are left out, in words. */
  readonly more?: string
}

/** @param evidence - a place in a run directory */
export const evidenceView = ({ path, line, excerpt }: Evidence): EvidenceView => ({
  where: visibleLine(line === undefined ? path : `${path}:${line}`),
  excerpt: shown(excerpt, 600),
})

/**
 * @param flag - one issue, with its evidence
 * @param places - how many places of its evidence are shown
 */
export const flagView = ({ id, severity, description, evidence, layer }: Flag, places = 12): FlagView => ({
  severity,
  tone: SEVERITY_TONES[severity],
  id: visibleLine(id),
  layer,
  text: shown(description, 2_000),
  evidence: evidence.slice(0, places).map(evidenceView),
  ...(evidence.length > places && { more: `and ${evidence.length - places} more in tribunal.json` }),
})

/** Flags with the worst first, otherwise in their order. */
export const worstFirst = (flags: readonly Flag[]): Flag[] =>
  [...flags].sort((a, b) => ORDER[a.severity] - ORDER[b.severity])

// Helpers

const ORDER = { critical: 0, warning: 1, info: 2 }
const SEVERITY_TONES: { readonly [severity in Flag['severity']]: Tone } = {
  critical: 'fail',
  warning: 'partial',
  info: 'info',
}
