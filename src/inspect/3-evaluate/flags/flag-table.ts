import type { Evidence, Flag, FlagId, Severity } from '../../inspection.ts'

/** How bad a flag is for each score; null where it does not concern it. */
export interface FlagKind {
  readonly fidelity: Severity | null
  readonly effectiveness: Severity | null
  /** The severity that is shown: the worse of the two. */
  readonly severity: Severity
  readonly layer: Flag['layer']
}

const kind = (fidelity: Severity | null, effectiveness: Severity | null, layer: Flag['layer']): FlagKind => ({
  fidelity,
  effectiveness,
  severity:
    fidelity === 'critical' || effectiveness === 'critical' ? 'critical' : (fidelity ?? effectiveness ?? 'info'),
  layer,
})

/** Every flag, with what it concerns. Source: docs/scoring.md. */
export const FLAGS: { readonly [id in FlagId]: FlagKind } = {
  'incomplete-run': kind('critical', null, 'host-runtime'),
  'missing-artifact': kind('critical', 'critical', 'host-runtime'),
  'root-output-missing': kind(null, 'critical', 'prose'),
  'root-output-placeholder': kind(null, 'critical', 'prose'),
  'missing-output': kind('critical', 'warning', 'prose'),
  'empty-output': kind('critical', 'warning', 'prose'),
  'order-violated': kind('critical', null, 'forme'),
  'marked-without-output': kind('critical', null, 'host-runtime'),
  'unhandled-error': kind('critical', null, 'prose'),
  'path-outside-run': kind('critical', null, 'forme'),
  'receipt-broken': kind('critical', null, 'host-runtime'),
  'arbitration-outside-list': kind('critical', null, 'host-runtime'),
  'root-clause-violated': kind(null, 'critical', 'prose'),
  'clause-violated': kind(null, 'warning', 'prose'),
  'placeholder-output': kind(null, 'warning', 'prose'),
  'output-without-mark': kind('warning', null, 'host-runtime'),
  'error-without-mark': kind('warning', null, 'host-runtime'),
  'mark-without-error-file': kind('warning', null, 'host-runtime'),
  'undeclared-error': kind('warning', null, 'prose'),
  'stale-binding': kind('warning', null, 'host-runtime'),
  'parallel-unbalanced': kind('warning', null, 'host-runtime'),
  'manifest-irregular': kind('warning', null, 'forme'),
  'unreadable-decision': kind('warning', null, 'prose'),
  'conflicting-evidence': kind('warning', null, 'host-runtime'),
  'arbitration-broken': kind('warning', null, 'host-runtime'),
  'budget-exhausted': kind(null, 'warning', 'prose'),
  'handled-error': kind(null, null, 'prose'),
  'clause-unevaluable': kind(null, null, 'prose'),
  'duplicate-completion': kind(null, null, 'host-runtime'),
  'resumed-run': kind(null, null, 'host-runtime'),
  'timing-unknown': kind(null, null, 'host-runtime'),
  'arbitration-default': kind(null, null, 'prose'),
}

/** By severity, then in the order of the table: whoever shows one flag of a run shows the same one. */
export function worstFirst(flags: readonly Flag[]): Flag[] {
  const ids = Object.keys(FLAGS)
  return [...flags].sort((a, b) => RANK[a.severity] - RANK[b.severity] || ids.indexOf(a.id) - ids.indexOf(b.id))
}

const RANK: { readonly [severity in Severity]: number } = { critical: 0, warning: 1, info: 2 }

/** Raises a flag. */
export function flag(
  id: FlagId,
  description: string,
  evidence: readonly Evidence[],
  layer: Flag['layer'] = FLAGS[id].layer,
): Flag {
  return { id, severity: FLAGS[id].severity, description, evidence, layer }
}
