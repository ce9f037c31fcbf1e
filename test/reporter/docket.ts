import { assemble } from '../../src/report/assemble.ts'
import type { TestEntry, TribunalDocument } from '../../src/report/document.ts'
import type { TribunalRecord } from '../../src/report/records.ts'
import { leak, leaking, outOfRounds, timedOut } from './docket-trials.ts'
import { flag, inspectionRecord, lawRecord, service, trialRecord } from './records.ts'

const at = (name: string, test: string) => ({ file: `scenarios/${name}.test.ts`, test })

const pass = (system: string, run_id: string, facts: object = {}) =>
  inspectionRecord({ system, run_id, ...facts }, { origin: at('runs/finished', `${system} ends well`) })

/** A failed run, as a reviewer meets it. */
const cutOff = inspectionRecord(
  {
    system: 'incident-review',
    run_id: '20260412-221904-c0ffee',
    verdict: 'fail',
    runtime_fidelity: 38,
    task_effectiveness: 21,
    summary:
      '**The run stops before its end**: `vm.log.md:31` starts `remediation` and nothing follows. Two of five services left an output; the root output `review` is missing.',
    services: [
      service('timeline', { timing: { started_at: null, ended_at: null, duration_ms: 41_200 } }),
      service('causes', {
        contract: { satisfied: 1, partial: 1, violated: 0, unevaluable: 2 },
        timing: { started_at: null, ended_at: null, duration_ms: 73_900 },
      }),
      service('remediation', { status: 'failed', contract: { satisfied: 0, partial: 0, violated: 3, unevaluable: 0 } }),
      service('owners', { status: 'pending', contract: { satisfied: 0, partial: 0, violated: 2, unevaluable: 0 } }),
      service('review', { status: 'pending', contract: { satisfied: 0, partial: 0, violated: 4, unevaluable: 1 } }),
    ],
    flags: [
      flag('incomplete-run', 'critical', 'The log has no end: the last line starts remediation.', {
        evidence: [{ path: 'vm.log.md', line: 31, excerpt: '3→ [spawn] remediation' }],
      }),
      flag('root-output-missing', 'critical', 'The program returns review, and bindings/review/ has no review.md.', {
        evidence: [{ path: 'root.prose.md', line: 14, excerpt: 'return review' }],
      }),
      flag('missing-output', 'critical', 'remediation declares plan.md and left only an error file.', {
        evidence: [
          {
            path: 'bindings/remediation/__error.md',
            line: 1,
            excerpt: 'Tool "deploys" is not configured: set DEPLOYS_TOKEN.',
          },
        ],
      }),
      flag('undeclared-error', 'warning', 'missing-env is none of the errors that remediation declares.', {
        layer: 'forme',
      }),
      flag('timing-unknown', 'info', 'The log states times without a zone.', { layer: 'host-runtime', evidence: [] }),
    ],
  },
  { origin: at('runs/cut-off', 'a run without its end is refused') },
)

const partial = inspectionRecord(
  {
    system: 'release-notes',
    run_id: '20260411-090210-77ad01',
    verdict: 'partial',
    runtime_fidelity: 69,
    task_effectiveness: 85,
    summary:
      'Four of five outputs are there. `bindings/breaking/breaking.md` is missing, although the log marks its service as done.',
    services: [service('collect'), service('breaking', { status: 'unknown' }), service('notes'), service('review')],
    flags: [
      flag('marked-without-output', 'critical', 'The log marks breaking as completed; its binding is not there.', {
        evidence: [{ path: 'vm.log.md', line: 19, excerpt: '2← breaking ✓ breaking.md' }],
      }),
      flag('clause-unevaluable', 'info', '7 clauses are prose that no rule can decide.', {
        layer: 'prose',
        evidence: [],
      }),
    ],
  },
  { origin: at('runs/release-notes', 'the notes of 2.4 hold up') },
)

const expected = inspectionRecord(
  {
    system: 'research-digest',
    run_id: 'cut-after-collector',
    verdict: 'fail',
    runtime_fidelity: 39,
    task_effectiveness: 20,
    summary: 'The run was cut after its first service, as this scenario wants it.',
    flags: [flag('incomplete-run', 'critical', 'The log has no end.')],
  },
  { origin: at('runs/cut-off', 'a cut-off run fails'), expectation: { expected: 'fail', met: true } },
)

const exhausted = inspectionRecord(
  {
    system: 'worker-critic',
    run_id: 'worker-critic-5b1e90',
    runtime_fidelity: 98,
    task_effectiveness: 83,
    summary: 'The critic never accepted: three attempts, and the last one is returned with its critique.',
    flags: [
      flag('budget-exhausted', 'warning', 'max_rounds = 3 was reached.', {
        layer: 'prose',
        evidence: [{ path: 'vm.log.md', line: 22, excerpt: '6→ [bound] max_rounds 3' }],
      }),
    ],
    services: [service('worker'), service('critic')],
  },
  { origin: at('worker-critic/budget', 'the budget runs out') },
)
const light = inspectionRecord(
  {
    system: 'nightly-triage',
    run_id: '20260412-030000-00f1aa',
    depth: 'light',
    runtime_fidelity: 85,
    task_effectiveness: 80,
    summary: 'A light look: log, manifest and file sizes only. Nothing is missing.',
  },
  { origin: at('runs/nightly', 'the triage of the night is complete') },
)

const found: TribunalRecord[] = [
  cutOff,
  partial,
  expected,
  exhausted,
  light,
  pass('research-digest', '20260410-101500-a1b2c3'),
  pass('research-digest', '20260411-101500-b2c3d4'),
  pass('proposer-adversary', 'proposer-adversary-18aa', { services: [service('proposer'), service('adversary')] }),
  pass('oversight', 'oversight-40d2e7', {
    runtime_fidelity: 85,
    flags: [flag('unreadable-decision', 'warning', 'The arbiter’s reply could not be read; the run went on.')],
  }),
  pass('oversight', 'oversight-91f0aa'),
  pass('release-notes', '20260408-090000-11ce42', { task_effectiveness: 88 }),
  pass('inbox-triage', '20260409-073000-9a0b1c', { task_effectiveness: 82 }),
  trialRecord({ origin: at('worker-critic/second-draft', 'the critic accepts the second draft') }),
  leaking,
  timedOut,
  outOfRounds,
  lawRecord({ origin: at('laws', 'worker-critic keeps its laws'), seed: 7 }),
  lawRecord({
    origin: at('laws', 'worker-critic keeps its laws'),
    law: 'bounds',
    seed: 7,
    message: 'No run has more rounds than max_rounds.',
  }),
  lawRecord({
    origin: at('laws', 'our pipeline keeps its laws'),
    law: 'noninterference',
    subject: 'support-pipeline',
    status: 'broken',
    seed: 7,
    tries: 41,
    path: '40:2:1',
    message:
      'What the drafter thinks in private changes what the reviewer is asked: the brief of reviewer call 1 differs at character 212.',
    counterexample:
      "test('replays noninterference', async ({ trial }) => {\n  const run = await trial(supportPipeline, {\n    script: { drafter: [say('ok', { reasoning: 'zq' })], reviewer: [accept()] },\n  })\n  expect(run).toKeepFirewalls()\n})",
    covered: { accepted: 12, rejected: 29 },
    trials: [
      { run: leak.run, violations: [{ law: 'noninterference', message: 'The two briefs differ.', event: 7 }] },
      { run: leak.run, violations: [] },
    ],
  }),
  lawRecord({
    origin: at('laws', 'oversight keeps its laws'),
    law: 'mutants',
    subject: 'oversight',
    seed: 7,
    tries: 412,
    covered: {},
    message: '3 of 3 planted faults are noticed.',
    mutants: [
      { mutant: 'an oversight whose observer hears what the actor thinks', killed_by: 'taint', tries: 4 },
      { mutant: 'an oversight that goes on after an abort', killed_by: 'results', tries: 106 },
      { mutant: 'an oversight in which adjustments pile up', killed_by: 'determinacy', tries: 302 },
    ],
  }),
  lawRecord({
    origin: at('laws', 'oversight keeps its laws'),
    law: 'taint',
    subject: 'oversight',
    seed: 7,
    covered: { aborted: 71, adjusted: 104, continued: 125 },
    message: 'No brief shows what its slot must not hear.',
  }),
  {
    kind: 'arbitration',
    origin: at('arbitration/flip-flop', 'two views keep alternating'),
    record: {
      form: 'consensus',
      input: { situation: 'view_flip_flop', allowed_actions: ['scroll_to_end', 'reload', 'give_up'] },
      policy: { default_action: 'give_up', min_confidence: 0.6, samples: 5, quorum: 3 },
      samples: [
        {
          calls: [{}],
          result: {
            ok: true,
            value: { status: 'decided', action: 'scroll_to_end', reason: 'The end was never seen.' },
          },
        },
        { calls: [{}, {}], result: { ok: true, value: { status: 'ambiguous', candidate_actions: ['reload'] } } },
        { calls: [{}], result: { ok: false, failure: { kind: 'parse', message: 'The answer holds no JSON object.' } } },
      ],
      outcome: {
        no_votes: [
          { sample: 1, why: 'ambiguous' },
          { sample: 2, why: 'parse' },
        ],
        action: 'scroll_to_end',
        source: 'model',
        why: 'quorum',
        votes: [
          { action: 'scroll_to_end', count: 3 },
          { action: 'reload', count: 1 },
        ],
      },
    },
  },
]

/** As the trial fixture does: with each trial goes the law that was held against it. */
const records = found.flatMap((record): TribunalRecord[] => {
  if (record.kind !== 'trial') return [record]
  const { run, violations, origin } = record
  const [first] = violations
  const law = lawRecord({
    origin,
    law: first?.law ?? 'firewalls and declared laws',
    subject: run.header.composite,
    status: first === undefined ? 'held' : 'broken',
    tries: 1,
    seed: 0,
    covered: {},
    message: first?.message ?? '',
    run: run.header.runId,
    expectation: null,
  })
  return [record, law]
})

const tests: TestEntry[] = records.flatMap(({ origin }) =>
  origin === null
    ? []
    : [
        {
          project: '',
          file: origin.file,
          test: origin.test,
          state: 'passed' as const,
          flaky: origin.test === 'the triage of the night is complete',
        },
      ],
)

/** What a lively project has to say: good news and bad, trials, laws and an arbitration. */
export const docket = (): TribunalDocument =>
  assemble({
    seed: 7,
    scope: { include: ['scenarios/**'], narrowed: 'no' },
    level: 'pass',
    records,
    tests: [...new Map(tests.map((entry) => [`${entry.file}${entry.test}`, entry])).values()],
    files: [
      ...[...new Set(tests.map(({ file }) => file))].map((file) => ({
        project: '',
        file,
        included: true,
        in_full: true,
        checks: records.filter(({ kind, origin }) => kind !== 'trial' && origin?.file === file).length,
      })),
      { project: '', file: 'scenarios/todo.test.ts', included: true, in_full: true, checks: 0 },
    ],
  })
