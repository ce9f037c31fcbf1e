import { type Ask, type Call, type Delegation, isAsk } from '../composites/composite.ts'
import { describe } from '../composites/describe.ts'
import type { Reply } from '../composites/reply.ts'
import { TribunalError } from '../errors.ts'
import { canonicalJson } from '../json/canonical-json.ts'
import { frozenJson } from '../json/deep-freeze.ts'
import type { JsonObject } from '../json/json.ts'
import type { Answer } from '../providers/ask.ts'
import type { FaultRecord, ModelReply } from '../providers/model.ts'
import type { RunFailure, Scope } from '../trace/run.ts'
import { type Execution, type Failed, isFailure, lockstep, stopped } from './lockstep.ts'
import type { Plan, SlotPlan } from './plan.ts'
import { readReply } from './read-reply.ts'
import { faultFailure, MAX_ASKS, type Pending, type Recorder } from './recorder.ts'
import { sealed } from './sealed.ts'

/** How a run ended. */
export type Outcome = { readonly result: JsonObject } | Failed

/**
 * Runs a plan without doing anything itself: a shell makes the calls, at once or asynchronously.
 * Parallel members advance in lockstep, so that the order of events never depends on who answers first.
 */
export function* execute(plan: Plan, scope: Scope, recorder: Recorder): Execution<Outcome> {
  const { composite, input, config } = plan
  recorder.record({ at: recorder.now, scope, kind: 'run-started', composite: describe(composite), input, config })
  const delegation: Delegation = composite.delegate(input as never, config as never)
  const counts = new Map<string, number>()
  let fed: Reply | readonly Reply[] | undefined
  for (;;) {
    const step = advance(delegation, fed, scope)
    if (isFailure(step)) return failed(recorder, scope, step.failure)
    if (step.done) {
      const result = sealed(step.value)
      if (result === undefined) return failed(recorder, scope, noResult(scope))
      recorder.record({ at: recorder.now, scope, kind: 'run-completed', result })
      return { result }
    }
    const ask = asked(step.value, composite.name)
    if (!recorder.mayAsk()) {
      close(delegation)
      return failed(recorder, scope, endless(scope))
    }
    if (ask.kind === 'note') {
      recorder.record({ at: recorder.now, scope, ...(frozenJson(ask.note) as unknown as typeof ask.note) })
      fed = undefined
      continue
    }
    const outcome =
      ask.kind === 'call'
        ? yield* askSlot(plan, ask, scope, recorder, counts)
        : yield* lockstep(
            ask.calls.map((call, i) => askSlot(plan, call, scope, recorder, counts, i)),
            recorder,
          )
    if (isFailure(outcome)) {
      close(delegation)
      return failed(recorder, scope, outcome.failure)
    }
    fed = outcome
  }
}

// Helpers

function failed(recorder: Recorder, scope: Scope, failure: RunFailure): Failed {
  recorder.record({ at: recorder.now, scope, kind: 'run-failed', failure })
  return { failure }
}

/** A composite whose own code throws is a subject that fails; a misuse of the harness is not its to hide. */
function advance(delegation: Delegation, fed: Reply | readonly Reply[] | undefined, scope: Scope) {
  try {
    return delegation.next(fed) as IteratorResult<Ask, JsonObject>
  } catch (error) {
    return threw(error, scope)
  }
}

function asked(value: unknown, name: string): Ask {
  if (isAsk(value)) return value
  throw new TribunalError(
    'invalid-composite',
    `Composite "${name}" yields something that asks for nothing. Write "yield* call(…)", "yield* callAll(…)" or "yield* note(…)", with the star.`,
  )
}

/** Runs the composite's `finally` blocks; what they ask for or throw no longer matters. */
function close(delegation: Delegation): void {
  try {
    delegation.return({})
  } catch {
    // The run has failed already, and for a better reason.
  }
}

const endless = (scope: Scope): RunFailure => {
  const message = `The composite has asked for more than ${MAX_ASKS} things: it does not end.`
  return Object.freeze({ kind: 'budget', message, scope })
}

/** The failure of a run that was aborted between calls; during one, the call itself says so. */
const aborted = (scope: Scope): Failed => ({
  failure: Object.freeze({ kind: 'aborted', message: 'The run was aborted.', scope }),
})

const noResult = (scope: Scope): RunFailure =>
  Object.freeze({ kind: 'composite', message: 'The composite returned no object that JSON can carry.', scope })

function threw(error: unknown, scope: Scope): Failed {
  if (error instanceof TribunalError) throw error
  const message = error instanceof Error ? `${error.name}: ${error.message}` : 'a value that is no error'
  return { failure: Object.freeze({ kind: 'composite', message: `The composite threw ${message}`, scope }) }
}

function* askSlot(
  plan: Plan,
  { slot, values }: Call,
  scope: Scope,
  recorder: Recorder,
  counts: Map<string, number>,
  parallel?: number,
): Execution<Reply | Failed> {
  const target = Object.hasOwn(plan.slots, slot) ? plan.slots[slot] : undefined
  if (target === undefined)
    throw new TribunalError(
      'invalid-composite',
      `Composite "${plan.composite.name}" calls slot "${slot}", which it does not declare. Add the slot, or correct the call.`,
    )
  if (recorder.stopping) return stopped(scope)
  if (recorder.aborted) return aborted(scope)
  const call = (counts.get(slot) ?? 0) + 1
  counts.set(slot, call)
  try {
    const request = requestOf(target, values)
    const event = { at: recorder.now, scope, kind: 'slot-called', slot, call, request } as const
    const pending: Pending = parallel === undefined ? event : { ...event, parallel }
    const answer = target.nested
      ? yield* askNested(target.nested, pending, recorder)
      : (exhausted(pending, recorder) ?? (yield [pending])[0] ?? stopped(scope))
    if (isFailure(answer)) return answer
    if ('reply' in answer) return replied(target, pending, answer.reply, recorder)
    recorder.record({ at: recorder.now, scope, kind: 'slot-failed', slot, call, fault: answer.fault })
    return { failure: faultFailure(scope, slot, call, answer.fault) }
  } catch (error) {
    // The slot's own brief or reader.
    return threw(error, scope)
  }
}

function requestOf({ slot, path, component }: SlotPlan, values: Call['values']) {
  const brief: unknown = slot.brief(values)
  if (typeof brief !== 'string') throw new TypeError(`the brief of "${path}" is no text`)
  const schema = slot.replySchema
  return Object.freeze({ slot: path, component, brief, ...(schema === undefined ? {} : { schema }) })
}

/** Takes one call out of the budget, or says that there is none left. */
function exhausted({ scope, slot, call }: Pending, recorder: Recorder): Failed | undefined {
  const bound = recorder.reserve()
  if (bound === undefined) return undefined
  recorder.record({ at: recorder.now, scope, kind: 'bound-reached', ...bound })
  const message = `The budget of the run (${bound.bound}: ${bound.limit}) is used up before call ${call} of slot "${slot}".`
  return { failure: Object.freeze({ kind: 'budget', message, scope, slot, call }) }
}

/** A slot filled by a composite: its text is the inner result if that is a string, else its canonical JSON. */
function* askNested(nested: Plan, pending: Pending, recorder: Recorder): Execution<Answer | Failed> {
  const { scope, slot, call, request } = pending
  recorder.record(pending)
  const inner = scope === '' ? `${slot}#${call}` : `${scope}/${slot}#${call}`
  const input = Object.freeze({ ...nested.input, task_brief: request.brief })
  const outcome = yield* execute({ ...nested, input }, inner, recorder)
  if (isFailure(outcome)) {
    recorder.record({ at: recorder.now, scope, kind: 'slot-failed', slot, call, fault: faultOf(outcome.failure) })
    return outcome
  }
  const { result = null } = outcome.result
  const reply = typeof result === 'string' ? { text: result } : { text: canonicalJson(result), data: result }
  return { reply: Object.freeze(reply) }
}

/** What a slot's failure looks like from outside the run that fills it. */
const faultOf = ({ kind, message, fault }: RunFailure): FaultRecord =>
  fault ?? Object.freeze({ kind: kind === 'composite' ? 'transport' : 'aborted', message })

function replied({ slot: definition }: SlotPlan, pending: Pending, raw: ModelReply, recorder: Recorder): Reply {
  const { scope, slot, call } = pending
  if (raw.usage) {
    recorder.inputTokens += raw.usage.inputTokens
    recorder.outputTokens += raw.usage.outputTokens
  }
  const reply = readReply(raw, definition)
  recorder.record({ at: recorder.now, scope, kind: 'slot-replied', slot, call, reply })
  if (reply.reading)
    recorder.record({ at: recorder.now, scope, kind: 'decision-read', slot, call, reading: reply.reading })
  return reply
}
