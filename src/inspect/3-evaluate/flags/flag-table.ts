import { excerptOf } from '../../excerpt.ts'
import type { Evidence, Flag, FlagId, Severity } from '../../inspection.ts'

/** How bad a flag is for each score; null where it does not concern it. */
export interface FlagKind {
  readonly fidelity: Severity | null
  readonly effectiveness: Severity | null
  /** The severity that is shown: the worse of the two, and none is milder for fidelity than for effectiveness. */
  readonly severity: Severity
  readonly layer: Flag['layer']
  /** When it is raised, in words that go on from "when". */
  readonly raised: string
  /** What a person can do about it. */
  readonly remedy: string
}

const kind = (
  fidelity: Severity | null,
  effectiveness: Severity | null,
  layer: Flag['layer'],
  words: Pick<FlagKind, 'raised' | 'remedy'>,
): FlagKind => ({
  fidelity,
  effectiveness,
  severity: fidelity ?? effectiveness ?? 'info',
  layer,
  ...words,
})

/** Every flag: what the evaluator goes by, what `tribunal explain` tells, and what docs/scoring.md must say. */
export const FLAGS: { readonly [id in FlagId]: FlagKind } = {
  'incomplete-run': kind('critical', null, 'host-runtime', {
    raised: 'the run failed, has no end on record, or was resumed and never ended',
    remedy:
      'Find the step after which nothing was marked, put right what stopped it there, and resume or repeat the run.',
  }),
  'missing-artifact': kind('critical', 'critical', 'host-runtime', {
    raised: 'with `partial`: a critical file is absent, empty, or a manifest that cannot be read',
    remedy: 'Restore the file from where the run was made; without it much of the run cannot be judged.',
  }),
  'root-output-missing': kind(null, 'critical', 'prose', {
    raised: 'what the run returns is absent or empty',
    remedy:
      'See whether the service that returns it ran, and whether its output was copied to where the manifest says.',
  }),
  'root-output-placeholder': kind(null, 'critical', 'prose', {
    raised: 'what the run returns is hollow',
    remedy:
      'Read the output: a stub, filler or a copy of an input was returned. Tell the service what a finished one holds.',
  }),
  'missing-output': kind('critical', 'warning', 'prose', {
    raised: 'a public output is absent',
    remedy:
      'See whether the service wrote it to its workspace: if so the copy was left out, if not the service did not do its work.',
  }),
  'empty-output': kind('critical', 'warning', 'prose', {
    raised: 'a public output holds nothing',
    remedy: 'Read the log around the service: it made the file and put nothing in it.',
  }),
  'order-violated': kind('critical', null, 'forme', {
    raised: 'both ends of an edge completed, the consumer first',
    remedy: 'Compare the execution order of the manifest with the log: the consumer worked without what it depends on.',
  }),
  'marked-without-output': kind('critical', null, 'host-runtime', {
    raised: 'the log marks a service done whose public output is not there',
    remedy: 'Do not trust the mark: repeat the service, and let the machine mark it only when the output is there.',
  }),
  'unhandled-error': kind('critical', null, 'prose', {
    raised: 'a service failed for good, and no satisfied clause covers that',
    remedy: 'Put right the cause in its error file, or add a conditional clause that says what holds when it fails.',
  }),
  'path-outside-run': kind('critical', null, 'forme', {
    raised: 'the manifest names a path outside the run, or a link leaves it; neither is followed',
    remedy: 'Find out who wrote that path. Keep all that a run reads and writes inside its directory.',
  }),
  'receipt-broken': kind('critical', null, 'host-runtime', {
    raised: 'a receipt does not hash, does not chain, has no artefact, or another one',
    remedy:
      'Treat what the node published as unproven: see what changed the ledger or the artefact, and render the node again.',
  }),
  'arbitration-outside-list': kind('critical', null, 'host-runtime', {
    raised: 'deep: a record in `arbitration/` took an action that is neither allowed nor the default',
    remedy: 'Stop acting on these decisions: the program must take the default when a model names what is not allowed.',
  }),
  'root-clause-violated': kind(null, 'critical', 'prose', {
    raised: 'a clause of the root is broken',
    remedy:
      'Read the clause and the output side by side: either the output falls short, or the clause promises too much.',
  }),
  'clause-violated': kind(null, 'warning', 'prose', {
    raised: "a service's clause is broken, or any clause is kept only in part",
    remedy: 'Read the clause and the output side by side, then mend the service or its contract.',
  }),
  'placeholder-output': kind(null, 'warning', 'prose', {
    raised: 'an intermediate output is hollow',
    remedy: 'Read the output: services after it worked from a stub, filler or a copy of an input.',
  }),
  'output-without-mark': kind('warning', null, 'host-runtime', {
    raised: 'an output is there, and the log marks its service neither done nor failed',
    remedy: 'Let the machine mark each service in the log when it ends; find out where this output came from.',
  }),
  'error-without-mark': kind('warning', null, 'host-runtime', {
    raised: 'there is an error file, and the log marks no failure of its service',
    remedy: 'Let the machine mark failures in the log; what depends on the service may have gone on without knowing.',
  }),
  'mark-without-error-file': kind('warning', null, 'host-runtime', {
    raised: 'the log marks a failure, and there is no error file',
    remedy: 'Let a service that fails leave `__error.md` in its workspace: without it nobody knows why.',
  }),
  'undeclared-error': kind('warning', null, 'prose', {
    raised: 'deep: an error that no contract declares and whose name is of no known kind',
    remedy: 'Declare the error in the contract of the service, or use a name that it declares.',
  }),
  'shape-violated': kind('warning', null, 'prose', {
    raised:
      'deep: a service never called a delegate that it has to, called one that its shape does not name, or did what its shape prohibits',
    remedy:
      'Read what the shape of the service says: who does the work is part of its contract, or the shape is out of date.',
  }),
  'stale-binding': kind('warning', null, 'host-runtime', {
    raised: 'deep: a binding differs from its workspace copy',
    remedy: 'Copy outputs after the last round, not before: what was published is not what the service left.',
  }),
  'parallel-unbalanced': kind('warning', null, 'host-runtime', {
    raised: 'a parallel block starts and never ends, or the reverse',
    remedy: 'Let the machine write both ends of a parallel block to the log.',
  }),
  'manifest-irregular': kind('warning', null, 'forme', {
    raised: 'what a strict validator would refuse, by JSON pointer',
    remedy: 'Mend the manifest at the places named, or let the tool that writes it do so.',
  }),
  'unreadable-decision': kind('warning', null, 'prose', {
    raised: 'the log says so: `[decision] critic ⚠ unreadable`',
    remedy: 'Ask the role for structured data or for one plain word; what cannot be read counts as no.',
  }),
  'conflicting-evidence': kind('warning', null, 'host-runtime', {
    raised: 'two statements of the run disagree',
    remedy: 'Look at both places: one of them is out of date or untrue. The stronger source decided the score.',
  }),
  'arbitration-broken': kind('warning', null, 'host-runtime', {
    raised: 'deep: a record in `arbitration/` breaks its contract in another way, or is none',
    remedy: 'Run `tribunal arbitrate check` on the record: it names the rule.',
  }),
  'budget-exhausted': kind(null, 'warning', 'prose', {
    raised: 'a bound stopped a service: `⊘ terminated (max_rounds)`',
    remedy: 'Read what the last round was refused for: raise the bound, or ask for what can be reached within it.',
  }),
  'handled-error': kind(null, null, 'prose', {
    raised: 'a service failed and a clause covers it, or it completed later',
    remedy: 'Nothing has to be done; the failure is named so that it does not become a habit.',
  }),
  'clause-unevaluable': kind(null, null, 'prose', {
    raised: 'clauses that no rule decides, contract by contract',
    remedy: 'Nothing is wrong; write the clause in words that a rule knows, and a higher score can be reached.',
  }),
  'duplicate-completion': kind(null, null, 'host-runtime', {
    raised: 'a service is marked done again without a loop, a resume or another purpose',
    remedy: 'See whether the service ran twice or was marked twice; its last mark counts.',
  }),
  'resumed-run': kind(null, null, 'host-runtime', {
    raised: 'the log was reopened',
    remedy: 'Nothing has to be done; marks before the resume may be of an earlier attempt.',
  }),
  'timing-unknown': kind(null, null, 'host-runtime', {
    raised: 'no end time with a zone is stated; none is guessed',
    remedy: 'Let the machine write the end as an ISO time with a zone: `---end 2026-05-12T08:00:00Z`.',
  }),
  'arbitration-default': kind(null, null, 'prose', {
    raised: "deep: a decision fell to the flow's default; the evidence says why",
    remedy: 'Read why: often the model named an action that is not on the list, or its reply could not be read.',
  }),
}

/** In the order of the table, which is that of severity: whoever shows one flag of a run shows the same one. */
export function worstFirst(flags: readonly Flag[]): Flag[] {
  const ids = Object.keys(FLAGS)
  return [...flags].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** More evidence for one flag than this is never shown, and need not be put together. */
export const MOST_EVIDENCE = 50

/** Of more flags of one kind than this the number is told, and no evidence shown. */
export const MOST_OF_A_KIND = 100

/** A description may list names, and what is listed may be long. */
const LONGEST = 600

/** Raises a flag. */
export function flag(
  id: FlagId,
  description: string,
  evidence: readonly Evidence[],
  layer: Flag['layer'] = FLAGS[id].layer,
): Flag {
  return { id, severity: FLAGS[id].severity, description: excerptOf(description, LONGEST), evidence, layer }
}
