import { canonicalJson } from '../json/canonical-json.ts'
import type { Answer } from '../providers/ask.ts'
import type { Arbitration, ArbitrationCall } from './arbitration.ts'
import type { ArbitrationRecord, ForgeOutcome, RecordedCall } from './arbitration-record.ts'
import type { ArbitrationFailure, ArbitrationInput, ArbitrationResult } from './contract.ts'
import { deliberate } from './deliberate.ts'
import { clipped } from './fault.ts'
import type { Said } from './find-answer.ts'
import { forgeOutcome } from './forge-outcome.ts'
import { policyFaults } from './forge-policy.ts'
import { readInput } from './read-input.ts'
import { type ArbitrationFinding, finding } from './record-finding.ts'

/**
 * Reads every reply of a record again and compares what follows from them with what the record says. Results are compared without
 * their wording.
 *
 * @param record - of the right shape
 */
export function* replayRecord(record: ArbitrationRecord): Generator<ArbitrationFinding> {
  const { form, config_failure, policy, samples } = record
  const reading = readInput(record.input)
  const askable = config_failure === null && reading.ok && [...policyFaults(policy)].length === 0
  if (!askable) {
    const at = samples.findIndex(({ calls }) => calls.length > 0)
    if (at !== -1)
      yield finding(
        'asked-in-vain',
        'critical',
        `/samples/${at}`,
        'was asked although the input or the options forbid it',
      )
    else if (samples.length > 0)
      yield finding('too-many-samples', 'critical', '/samples/0', 'is there, although nothing may be asked')
    if (config_failure !== null) yield* refusalDifferences(record, config_failure)
    return
  }
  const again = replay(reading.input, record)
  if ('missing' in again)
    return yield finding(
      'call-missing',
      'critical',
      `/samples/${again.missing}`,
      'lacks a call that the contract makes',
    )
  yield* surplus(record, again.arbitrations)
  for (const [at, arbitration] of again.arbitrations.entries()) yield* differences(arbitration, record, at)
  const results = again.arbitrations.map(({ result }) => result)
  const outcome = forgeOutcome({ form, input: reading.input, config_failure, policy, results })
  yield* outcomeDifferences(outcome, record, 'the replies', ['action', 'source', 'why', 'votes', 'no_votes'])
}

// Helpers

function* refusalDifferences(record: ArbitrationRecord, failure: ArbitrationFailure): Generator<ArbitrationFinding> {
  if (failure.kind !== 'config')
    yield finding('result-differs', 'critical', '/config_failure/kind', 'is not config, though nothing was asked')
  const { form, input, policy } = record
  const outcome = forgeOutcome({ form, input, config_failure: failure, policy, results: [] })
  // The action is compared with the default elsewhere.
  yield* outcomeDifferences(outcome, record, 'a config failure', ['source', 'why', 'votes', 'no_votes'])
}

function* outcomeDifferences(
  outcome: ForgeOutcome,
  record: ArbitrationRecord,
  from: string,
  keys: readonly (keyof ForgeOutcome)[],
): Generator<ArbitrationFinding> {
  for (const key of keys)
    if (canonicalJson(outcome[key]) !== canonicalJson(record.outcome[key]))
      yield finding(
        'outcome-differs',
        'critical',
        `/outcome/${key}`,
        `does not follow from ${from}: expected ${clipped(canonicalJson(outcome[key]))}`,
      )
}

function replay(
  input: ArbitrationInput,
  { policy, samples }: ArbitrationRecord,
): { readonly arbitrations: readonly Arbitration[] } | { readonly missing: number } {
  const batches = deliberate(input, policy)
  const used = new Map<number, number>()
  let step = batches.next([])
  while (!step.done) {
    const answers: Answer[] = []
    for (const { sample } of step.value) {
      const at = used.get(sample) ?? 0
      used.set(sample, at + 1)
      const call = samples[sample]?.calls[at]
      if (!call) return { missing: sample }
      answers.push(answerOf(call))
    }
    step = batches.next(answers)
  }
  return { arbitrations: step.value }
}

function answerOf({ reply, fault }: RecordedCall): Answer {
  if (reply) {
    const { text, data, cut } = reply
    const said: Said = { text, ...(data === undefined ? {} : { data }), ...(cut === undefined ? {} : { cut }) }
    return { reply: said }
  }
  const { kind, message } = fault ?? { kind: 'empty' as const, message: 'neither a reply nor a fault' }
  return { fault: { kind, message } }
}

function* surplus({ samples }: ArbitrationRecord, arbitrations: readonly Arbitration[]): Generator<ArbitrationFinding> {
  for (const [at, { calls }] of samples.entries()) {
    const due = arbitrations[at]?.calls.length
    if (due === undefined)
      yield finding('too-many-samples', 'critical', `/samples/${at}`, 'was asked, but is none of the vote')
    else if (calls.length > due)
      yield finding(
        'too-many-calls',
        'critical',
        `/samples/${at}/calls/${due}`,
        `was made; the contract ends after ${due}`,
      )
  }
}

function* differences(
  { calls, result }: Arbitration,
  record: ArbitrationRecord,
  sample: number,
): Generator<ArbitrationFinding> {
  const stated = record.samples[sample]
  if (!stated) return yield finding('sample-missing', 'critical', `/samples/${sample}`, 'is missing')
  for (const [at, call] of calls.entries()) {
    const pointer = `/samples/${sample}/calls/${at}`
    yield* callDifferences(call, stated.calls[at]!, pointer)
    const request = record.requests[stated.calls[at]!.request]
    if (!request) yield finding('request-missing', 'warning', `${pointer}/request`, 'names no request of the record')
    else if (request.temperature !== call.request.temperature)
      yield finding(
        'temperature-differs',
        'warning',
        `${pointer}/request`,
        `was made at another temperature than ${call.request.temperature}`,
      )
  }
  if (essence(result) !== essence(stated.result))
    yield finding(
      'result-differs',
      'critical',
      `/samples/${sample}/result`,
      `does not follow from the calls: expected ${clipped(essence(result))}`,
    )
}

function* callDifferences(call: ArbitrationCall, stated: RecordedCall, pointer: string): Generator<ArbitrationFinding> {
  if ((stated.reply === null) === (stated.fault === null))
    yield finding('call-unclear', 'critical', pointer, 'has to hold either a reply or a fault')
  if (essence(call.result) !== essence(stated.result))
    yield finding(
      'result-differs',
      'critical',
      `${pointer}/result`,
      `is not what the reply says: expected ${clipped(essence(call.result))}`,
    )
  for (const [check, verdict] of Object.entries(call.checks))
    if (verdict !== stated.checks[check as keyof typeof stated.checks])
      yield finding('check-differs', 'warning', `${pointer}/checks/${check}`, `has to be ${verdict}`)
}

/** A result without wording: the value, or the kind of the failure. */
function essence(result: ArbitrationResult): string {
  return result.ok ? canonicalJson(result.value) : result.failure.kind
}
