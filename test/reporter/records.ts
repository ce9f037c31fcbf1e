import type {
  Evaluation,
  Flag,
  Inspection,
  Observation,
  PartScore,
  ServiceReport,
} from '../../src/inspect/inspection.ts'
import type { InspectionRecord, LawRecord, TrialRecord } from '../../src/report/records.ts'

/** One part of a score, held in full unless said otherwise. */
function part(weight: number, observations: readonly Observation[], facts: Partial<PartScore> = {}): PartScore {
  const decided = observations.filter(({ outcome }) => outcome !== 'unevaluable' && outcome !== 'excused')
  const held = decided.reduce((sum, { outcome }) => sum + { held: 1, partial: 0.5 }[outcome as 'held']! || 0, 0)
  return {
    score: decided.length === 0 ? null : Math.round((100 * held) / decided.length),
    weight,
    held,
    of: decided.length,
    declared: observations.length,
    decided: observations.length === 0 ? 0 : decided.length / observations.length,
    observations,
    ...facts,
  }
}

const observation = (
  what: string,
  outcome: Observation['outcome'] = 'held',
  evidence: Observation['evidence'] = [{ path: 'vm.log.md', line: 7, excerpt: `✓ ${what}` }],
): Observation => ({ what, outcome, rule: 'present', decided: outcome !== 'unevaluable', evidence })

/** The clauses of a service's contract, as the evaluator words them. */
function clausesOf({ name, contract }: ServiceReport): Observation[] {
  const outcomes = [
    ...Array<Observation['outcome']>(contract.satisfied).fill('held'),
    ...Array<Observation['outcome']>(contract.partial).fill('partial'),
    ...Array<Observation['outcome']>(contract.violated).fill('not-held'),
    ...Array<Observation['outcome']>(contract.unevaluable).fill('unevaluable'),
  ]
  return outcomes.map((outcome, at) =>
    observation(`clause of ${name}, line ${12 + at}`, outcome, [
      { path: `sources/${name}.prose.md`, line: 12 + at, excerpt: `- what ${name} promises, ${at + 1}` },
    ]),
  )
}

export const service = (name: string, facts: Partial<ServiceReport> = {}): ServiceReport => ({
  name,
  status: 'completed',
  timing: { started_at: null, ended_at: null, duration_ms: null },
  contract: { satisfied: 2, partial: 0, violated: 0, unevaluable: 1 },
  ...facts,
})

/** A record of a finished inspection; scores, flags and verdict as told. */
export function inspectionRecord(
  facts: Partial<Inspection> = {},
  rest: Partial<Omit<InspectionRecord, 'kind' | 'inspection'>> = {},
): InspectionRecord {
  const inspection: Inspection = {
    run_id: '20260412-101500-a1b2c3',
    system: 'research-digest',
    depth: 'deep',
    runtime_fidelity: 98,
    task_effectiveness: 98,
    services: [service('collector'), service('writer')],
    flags: [],
    verdict: 'pass',
    summary: 'Every declared output is there and every edge of the plan was kept.',
    ...facts,
  }
  return {
    kind: 'inspection',
    origin: null,
    inspection,
    evaluation: evaluationOf(inspection),
    expectation: null,
    ...rest,
  }
}

/** An evaluation that fits an inspection. */
function evaluationOf(inspection: Inspection): Evaluation {
  const { flags, verdict, services, runtime_fidelity, task_effectiveness } = inspection
  const capped = (score: string): string[] =>
    flags.filter(({ severity }) => severity !== 'info').map(({ id }) => `${id} (${score})`)
  const share = (points: number): number => Math.min(1, points / 98)
  return {
    flags,
    verdict,
    services,
    errors: [],
    children: [],
    upstream: [],
    evidence_gaps: [],
    runtime_fidelity: {
      score: runtime_fidelity,
      raw: share(runtime_fidelity),
      k: 1,
      ceiling: 98,
      capped_by: runtime_fidelity < 98 ? capped('fidelity') : [],
      breakdown: {
        execution_order: part(35, [observation('collector before writer')]),
        binding_integrity: part(30, [
          observation('bindings/collector/notes.md'),
          runtime_fidelity < 98
            ? observation('bindings/writer/digest.md', 'not-held', [])
            : observation('bindings/writer/digest.md'),
        ]),
        vm_log_completeness: part(25, [observation('a header'), observation('the end of the run')]),
        error_handling: part(10, []),
      },
    },
    task_effectiveness: {
      score: task_effectiveness,
      raw: share(task_effectiveness),
      k: 1,
      ceiling: 98,
      capped_by: task_effectiveness < 98 ? capped('effectiveness') : [],
      breakdown: {
        output_existence: part(15, [observation('digest')]),
        output_substance: part(10, [observation('digest is more than a placeholder')]),
        contract_satisfaction: part(30, services.flatMap(clausesOf)),
        goal_alignment: part(45, [
          observation('digest: at most 400 words', task_effectiveness < 98 ? 'partial' : 'held'),
        ]),
      },
    },
  }
}

export const flag = (
  id: Flag['id'],
  severity: Flag['severity'],
  description: string,
  facts: Partial<Flag> = {},
): Flag => ({
  id,
  severity,
  description,
  layer: 'host-runtime',
  evidence: [{ path: 'vm.log.md', line: 12, excerpt: '2→ writer ✗' }],
  ...facts,
})

/** A record of a property-based check. */
export const lawRecord = (facts: Partial<LawRecord> = {}): LawRecord => ({
  kind: 'law',
  origin: null,
  law: 'presence',
  subject: 'worker-critic',
  status: 'held',
  tries: 300,
  discards: 0,
  seed: 1,
  path: null,
  covered: { accepted: 140, 'budget ran out': 160 },
  missing: [],
  counterexample: null,
  message: 'Every brief carries what its slot must hear.',
  ...facts,
})

/** A worker-critic of two rounds, whose critic accepts the second draft. */
export function trialRecord(rest: Partial<Omit<TrialRecord, 'kind'>> = {}): TrialRecord {
  const scope = ''
  const called = (slot: string, call: number, brief: string) =>
    ({ kind: 'slot-called', scope, slot, call, request: { slot, component: slot, brief } }) as const
  const replied = (slot: string, call: number, text: string, reasoning?: string) =>
    ({
      kind: 'slot-replied',
      scope,
      slot,
      call,
      reply: { text, ...(reasoning && { private: { reasoning } }) },
    }) as const
  const read = (call: number, verdict: string) =>
    ({
      kind: 'decision-read',
      scope,
      slot: 'critic',
      call,
      reading: { via: 'label', readable: true, verdict },
    }) as const
  const input = { task_brief: 'Say in one line what a firewall of words is.', criteria: 'one line; no metaphor' }
  return {
    kind: 'trial',
    origin: null,
    violations: [],
    flow: flowRecords(),
    run: {
      header: {
        runId: 'worker-critic-7f3a',
        composite: 'worker-critic',
        version: '0.1.0',
        input,
        config: { max_rounds: 3 },
        components: { worker: 'worker', critic: 'critic' },
      },
      events: [
        called('worker', 1, input.task_brief),
        replied('worker', 1, 'It is a moat around what each role may read.', 'A picture is quicker than a definition.'),
        called(
          'critic',
          1,
          `${input.task_brief}\n\nCriteria: ${input.criteria}\n\nDraft: It is a moat around what each role may read.`,
        ),
        replied('critic', 1, 'Verdict: reject\nThe draft speaks in pictures.'),
        read(1, 'reject'),
        called('worker', 2, `${input.task_brief}\n\nA reviewer says: The draft speaks in pictures.`),
        replied('worker', 2, 'A rule on which role may read which text.'),
        called(
          'critic',
          2,
          `${input.task_brief}\n\nCriteria: ${input.criteria}\n\nDraft: A rule on which role may read which text.`,
        ),
        replied('critic', 2, 'Verdict: accept'),
        read(2, 'accept'),
        { kind: 'run-completed', scope, result: { result: 'A rule on which role may read which text.', attempts: 2 } },
      ],
      status: 'completed',
      failure: null,
      result: { result: 'A rule on which role may read which text.', attempts: 2 },
      usage: { calls: 4, inputTokens: 210, outputTokens: 48 },
    },
    ...rest,
  }
}

/** Who is told what in a worker-critic of two rounds; `leaked` is the event at which the critic is told the worker's thoughts. */
export const flowRecords = (leaked: number | null = null): NonNullable<TrialRecord['flow']> => {
  const of = (slot: string, label: string, rule: 'must' | 'may' | 'forbidden', calls: number, seen: number) =>
    ({ slot, label, rule, calls, seen, leaked: null, witness: seen > 0 ? (slot === 'worker' ? 0 : 2) : null }) as const
  return [
    of('worker', 'task_brief', 'must', 2, 2),
    of('worker', 'criteria', 'forbidden', 2, 0),
    of('worker', 'critic.reading.reasoning', 'must', 1, 1),
    of('worker', 'critic.reading.verdict', 'may', 1, 0),
    of('worker', 'worker.private', 'forbidden', 1, 0),
    of('critic', 'task_brief', 'must', 2, 2),
    of('critic', 'criteria', 'must', 2, 2),
    of('critic', 'worker.text', 'must', 2, 2),
    { ...of('critic', 'worker.private', 'forbidden', 2, leaked === null ? 0 : 1), leaked, witness: leaked },
  ]
}
