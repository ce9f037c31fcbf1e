import { deepFreeze } from '../json/deep-freeze.ts'
import type { Answer } from '../providers/ask.ts'
import type { ModelRequest } from '../providers/model.ts'
import { arbitrationBrief, revisionBrief } from './brief.ts'
import { type CallChecks, callChecks } from './checks.ts'
import { ARBITRATION_SLOT, type ArbitrationInput, type ArbitrationResult, CONTRACT } from './contract.ts'
import { clipped } from './fault.ts'
import { readAnswer } from './read-answer.ts'
import { replySchema } from './reply-schema.ts'

/** One call of an arbitration: what was asked, what came, what it was read as. */
export interface ArbitrationCall {
  readonly request: ModelRequest
  readonly answer: Answer
  readonly checks: CallChecks
  readonly result: ArbitrationResult
}

/** A finished arbitration: at most two calls and what they come to. */
export interface Arbitration {
  readonly calls: readonly ArbitrationCall[]
  readonly result: ArbitrationResult
}

/**
 * Arbitrates without doing anything itself: it yields each request and is fed the answer.
 * A weak first answer gets one revision, where the input asks for it; a valid second answer wins, else a valid first one stays.
 *
 * @param input - an input that keeps the contract
 * @param bar - the confidence from which a decision is not weak, 0 to 1
 */
export function* arbitration(input: ArbitrationInput, bar: number): Generator<ModelRequest, Arbitration, Answer> {
  if (input.surface !== undefined) return { calls: [], result: handedBack(input.surface) }
  const brief = arbitrationBrief(input)
  const request = requestOf(input, brief)
  const first = readCall(request, yield request, input, bar)
  const fault = input.self_check ? weaknessOf(first) : undefined
  if (fault === undefined) return { calls: [first], result: first.result }
  const revision = Object.freeze({ ...request, brief: revisionBrief(brief, shownOf(first.answer), fault) })
  const second = readCall(revision, yield revision, input, bar)
  return { calls: [first, second], result: second.result.ok || !first.result.ok ? second.result : first.result }
}

// Helpers

const handedBack = (surface: string): ArbitrationResult =>
  Object.freeze({
    ok: true,
    value: Object.freeze({ status: 'escalate', reason: `No model decides on the ${surface} surface.` }),
  })

const requestOf = (input: ArbitrationInput, brief: string): ModelRequest =>
  deepFreeze({
    slot: ARBITRATION_SLOT,
    component: CONTRACT.name,
    brief,
    schema: replySchema(input.allowed_actions),
    temperature: input.temperature ?? 0,
  })

/** What the contract takes for a code; a client may name its faults as it likes. */
const CODE = /^[a-z]+(-[a-z]+)*$/

function readCall(request: ModelRequest, answer: Answer, input: ArbitrationInput, bar: number): ArbitrationCall {
  if ('fault' in answer) {
    const { kind, message } = answer.fault
    const failed = kind === 'timeout' ? 'timeout' : 'transport'
    const failure = Object.freeze({
      kind: failed,
      code: CODE.test(kind) ? kind : failed,
      message: clipped(message.trim() === '' ? 'The call failed and does not say why.' : message),
      paths: Object.freeze([]),
    } as const)
    const checks = callChecks(new Set([failed]), undefined, undefined)
    return { request, answer, checks, result: Object.freeze({ ok: false, failure }) }
  }
  const { result, codes, status } = readAnswer(answer.reply, input.allowed_actions)
  const meetsBar = result.ok && result.value.status === 'decided' ? result.value.confidence >= bar : undefined
  return { request, answer, checks: callChecks(codes, status, meetsBar), result }
}

/** What is wrong with a weak answer, in words for the model; the bar stays ours, or it would be met by saying so. */
function weaknessOf({ result, checks }: ArbitrationCall): string | undefined {
  if (result.ok) {
    if (result.value.status === 'ambiguous') return 'It names candidates and chooses none of them.'
    return checks.meets_bar === 'broken' ? 'Its confidence is too low to act on.' : undefined
  }
  const { kind, message } = result.failure
  return kind === 'parse' || kind === 'schema' ? message : undefined
}

/** A weak answer as the model gave it: only replies are weak. Its structured part where there was no text. */
function shownOf(answer: Answer): string {
  const { text, data } = (answer as Extract<Answer, { readonly reply: unknown }>).reply
  return text === '' && data !== undefined ? JSON.stringify(data) : text
}
