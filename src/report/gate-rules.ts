import type { GateFacts, GateLevel, Refusal } from './gate.ts'
import { isExcused, isExpected } from './is-excused.ts'
import { isUnverified } from './is-unverified.ts'
import type { LawRecord, Origin, TrialRecord } from './records.ts'
import { verdictRank } from './verdict-rank.ts'

/**
 * Says what a gate refuses, whatever the policy: the uninspectable first, then what is under the gate, then what checked nothing.
 * Source: docs/exit-codes.md.
 *
 * @param facts - what a run of the tests, or of the command, has found
 * @param level - the lowest verdict that is green
 */
export function* gateRules(facts: GateFacts, level: GateLevel): Generator<Refusal> {
  yield* uninspected(facts)
  const under = [...verdicts(facts, level), ...laws(facts), ...trials(facts)]
  yield* under
  yield* failures(facts, under)
  yield* unverified(facts)
}

// Helpers

function* uninspected({ uninspectable, unreadable }: GateFacts): Generator<Refusal> {
  const status = 'cannot-inspect'
  for (const { subject, origin, code, message, expectation } of uninspectable)
    if (!isExpected(expectation, code))
      yield { status, rule: 'uninspectable', subject, origin, message: `${subject}: ${code}. ${message}` }
  for (const message of unreadable)
    yield { status, rule: 'unreadable-record', subject: 'a record', origin: null, message }
}

function* verdicts({ inspections }: GateFacts, level: GateLevel): Generator<Refusal> {
  const status = 'under-gate'
  for (const { inspection, expectation, origin } of inspections) {
    const { system, run_id, verdict, runtime_fidelity, task_effectiveness } = inspection
    const subject = `${system} (${run_id})`
    const scores = `fidelity ${runtime_fidelity}, effectiveness ${task_effectiveness}`
    if (expectation !== null && !isExpected(expectation, verdict))
      yield {
        status,
        rule: 'expectation',
        subject,
        origin,
        message: `${subject}: verdict ${verdict} (${scores}), but the test expects ${expectation.expected}.`,
      }
    else if (expectation === null && verdictRank[verdict] < verdictRank[level])
      yield {
        status,
        rule: 'verdict',
        subject,
        origin,
        message: `${subject}: verdict ${verdict} (${scores}) is under the gate, which asks for ${level}.`,
      }
  }
}

function* laws({ laws }: GateFacts): Generator<Refusal> {
  const status = 'under-gate'
  for (const { law, subject: program, status: outcome, tries, seed, run, origin, expectation } of laws) {
    const subject = `${law} of ${program}`
    const how = run === undefined ? `${tries} tries, seed ${seed}` : `run ${run}`
    if (expectation && !isExpected(expectation, outcome))
      yield {
        status,
        rule: 'expectation',
        subject,
        origin,
        message: `${subject} is ${outcome} (${how}), but the test expects ${expectation.expected}.`,
      }
    else if (!expectation && outcome === 'broken')
      yield { status, rule: 'law', subject, origin, message: `${subject} is broken (${how}).` }
  }
}

/** A trial comes with the law that was held against it; where that is missing, the trial speaks for itself. */
function* trials({ trials = [], laws }: GateFacts): Generator<Refusal> {
  const told = new Set(laws.flatMap(({ run, status, origin }) => (status === 'held' ? [] : [keyOf(run ?? '', origin)])))
  for (const { run, violations, origin, expectation } of trials) {
    const [first] = violations
    const { composite, runId } = run.header
    if (first === undefined || isExpected(expectation, 'broken') || told.has(keyOf(runId, origin))) continue
    const subject = `${first.law} of ${composite}`
    const message = `${subject} is broken (run ${runId}), and no law was recorded with it.`
    yield { status: 'under-gate', rule: 'law', subject, origin, message }
  }
}

const keyOf = (run: TrialRecord['run']['header']['runId'], origin: Origin | null): string =>
  JSON.stringify([run, origin?.project ?? '', origin?.file ?? '', origin?.test ?? ''])

/** A test that failed is red whatever it recorded, also for whoever reads the document later. One refusal of it is enough. */
function* failures({ tests = [], files, scope }: GateFacts, told: readonly Refusal[]): Generator<Refusal> {
  const status = 'under-gate'
  const known = new Set(told.map(({ origin }) => keyOf('', origin)))
  const failed = tests.filter(({ state }) => state === 'failed')
  for (const { project, file, test } of failed) {
    const origin = originOf(project, file, test)
    const message = `${file} > ${test}: the test failed.`
    if (!known.has(keyOf('', origin))) yield { status, rule: 'test-failed', subject: test, origin, message }
  }
  if (scope.errors !== undefined) {
    const message = `Errors outside of tests: ${scope.errors}, and none is allowed.`
    yield { status, rule: 'errors', subject: 'the whole run', origin: null, message }
  }
  if (scope.narrowed === 'tests') return
  const explained = new Set(failed.map(({ project, file }) => keyOf(project, originOf('', file, ''))))
  for (const { project, file, included, in_full } of files)
    if (included && !in_full && !explained.has(keyOf(project, originOf('', file, ''))))
      yield {
        status,
        rule: 'file-failed',
        subject: nameOf(project, file),
        origin: originOf(project, file, ''),
        message: `${file} did not run to its end, so what it checks was not checked.`,
      }
}

const originOf = (project: string, file: string, test: string): Origin => ({
  file,
  test,
  ...(project !== '' && { project }),
})

const nameOf = (project: string, file: string): string => (project === '' ? file : `${project}: ${file}`)

function* unverified({ inspections, uninspectable, laws, arbitrations, files, scope }: GateFacts): Generator<Refusal> {
  const status = 'unverified'
  for (const record of laws) {
    const { law, subject, status: outcome, origin, expectation } = record
    if (isUnverified(record) && !isExcused(expectation, outcome, 'held'))
      yield { status, rule: 'law-unverified', subject: `${law} of ${subject}`, origin, message: notChecked(record) }
  }
  if (scope.narrowed !== 'tests')
    for (const { file, project, included, in_full, checks, skipped = 0 } of files)
      if (included && in_full && checks === 0)
        yield {
          status,
          rule: 'file-unverified',
          subject: nameOf(project, file),
          origin: originOf(project, file, ''),
          message: `${file} ran in full and recorded no inspection, law or arbitration${skipped > 0 ? `; tests skipped: ${skipped}` : ''}.`,
        }
  if (scope.missing !== undefined) {
    const { files, of, shards } = scope.missing
    const which = shards.length === 0 ? '' : ` Nothing came of shard ${shards.join(', ')}.`
    const message = `${files} of ${of} test files are missing from the merge.${which}`
    yield { status, rule: 'files-missing', subject: 'the merged shards', origin: null, message }
  }
  if (scope.include === null) {
    if (inspections.length + uninspectable.length + laws.length + arbitrations.length === 0)
      yield { ...NOTHING, message: 'Nothing was inspected.' }
  } else if (scope.narrowed === 'no' && !files.some(({ included }) => included))
    yield {
      ...NOTHING,
      message: `No test file matches include (${scope.include.join(', ')}), so nothing was checked. Move tests there, or tell the plugin where they are: tribunal({ include }).`,
    }
}

const NOTHING = { status: 'unverified', rule: 'nothing-checked', subject: 'the whole run', origin: null } as const

function notChecked({ law, subject, status, missing, mutants }: LawRecord): string {
  if (status === 'held')
    return `${law} of ${subject} held over ${mutants === undefined ? '0 tries' : '0 planted faults'}, so it was not checked.`
  if (mutants === undefined)
    return `${law} of ${subject} was not checked${missing.length > 0 ? `: never saw ${missing.join(', ')}` : ''}.`
  const alive = mutants.filter(({ killed_by }) => killed_by === null).map(({ mutant }) => `"${mutant}"`)
  return `${law} of ${subject}: no law tells ${alive.join(', ')} from a sound one (${mutants.length - alive.length} of ${mutants.length} planted faults are noticed).`
}
