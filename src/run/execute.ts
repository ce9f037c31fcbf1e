import type { Ask, Call, Delegation } from '../composites/composite.ts'
import { describe } from '../composites/describe.ts'
import type { Reply } from '../composites/reply.ts'
import { TribunalError } from '../errors.ts'
import { canonicalJson } from '../json/canonical-json.ts'
import { frozenJson } from '../json/deep-freeze.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import type { Answer } from '../providers/ask.ts'
import type { FaultRecord, ModelReply } from '../providers/model.ts'
import type { RunFailure, Scope } from '../trace/run.ts'
import type { Plan, SlotPlan } from './plan.ts'
import { readReply } from './read-reply.ts'
import { faultFailure, type Pending, type Recorder } from './recorder.ts'

/** How a run ended. */
export type Outcome = { readonly result: JsonObject } | { readonly failure: RunFailure }

/** Yields calls that go out side by side, is fed their answers in the same order. */
export type Execution<T = Outcome> = Generator<readonly Pending[], T, readonly Answer[]>

/**
 * Runs a plan without doing anything itself: a shell makes the calls, at once or asynchronously.
 * Parallel members advance in lockstep, so that the order of events never depends on who answers first.
 */
export function* execute(plan: Plan, scope: Scope, recorder: Recorder): Execution {
  const { composite, input, config } = plan
  recorder.record(scope, { kind: 'run-started', composite: describe(composite), input, config })
  const delegation: Delegation = composite.delegate(input as never, config as never)
  const counts = new Map<string, number>()
  let fed: Reply | readonly Reply[] | undefined
  for (;;) {
    const step = advance(delegation, fed, scope)
    if ('failure' in step) return failed(recorder, scope, step.failure)
    if (step.done) {
      const result = sealed(step.value)
      if (result === undefined) return failed(recorder, scope, noResult(scope))
      recorder.record(scope, { kind: 'run-completed', result })
      return { result }
    }
    const ask = step.value
    if (ask.kind === 'note') {
      recorder.record(scope, Object.freeze({ ...ask.note }))
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

type Failed = { readonly failure: RunFailure }

const isFailure = (value: object): value is Failed => 'failure' in value

function failed(recorder: Recorder, scope: Scope, failure: RunFailure): Failed {
  recorder.record(scope, { kind: 'run-failed', failure })
  return { failure }
}

/** A composite whose own code throws is a subject that fails; a misuse of the harness is not its to hide. */
function advance(delegation: Delegation, fed: Reply | readonly Reply[] | undefined, scope: Scope) {
  try {
    return delegation.next(fed) as IteratorResult<Ask, JsonObject>
  } catch (error) {
    return { failure: threw(error, scope) }
  }
}

/** Runs the composite's `finally` blocks; what they ask for or throw no longer matters. */
function close(delegation: Delegation): void {
  try {
    delegation.return({})
  } catch {
    // The run has failed already, and for a better reason.
  }
}

const noResult = (scope: Scope): RunFailure =>
  Object.freeze({ kind: 'composite', message: 'The composite returned no object that JSON can carry.', scope })

/** Results are flat in most composites: only others are worth a copy. */
function sealed(result: unknown): JsonObject | undefined {
  if (!isObject(result)) return undefined
  const flat = Object.values(result).every((value) => typeof value === 'string' || Number.isFinite(value))
  return flat ? Object.freeze(result as JsonObject) : (frozenJson(result) as JsonObject | undefined)
}

function threw(error: unknown, scope: Scope): RunFailure {
  if (error instanceof TribunalError) throw error
  const message = error instanceof Error ? `${error.name}: ${error.message}` : 'a value that is no error'
  return Object.freeze({ kind: 'composite', message: `The composite threw ${message}`, scope })
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
  if (recorder.stopping) return { failure: stopped(scope) }
  const call = (counts.get(slot) ?? 0) + 1
  counts.set(slot, call)
  let brief: string
  try {
    brief = target.slot.brief(values)
  } catch (error) {
    return { failure: threw(error, scope) }
  }
  const { replySchema } = target.slot
  const request = Object.freeze({
    slot: target.path,
    component: target.component,
    brief,
    ...(replySchema === undefined ? {} : { schema: replySchema }),
  })
  const pending = { scope, slot, call, request, ...(parallel === undefined ? {} : { parallel }) }
  const answer = target.nested ? yield* askNested(target.nested, pending, recorder) : yield* askModel(pending, recorder)
  if (isFailure(answer)) return answer
  if ('fault' in answer) {
    recorder.record(scope, { kind: 'slot-failed', slot, call, fault: answer.fault })
    return { failure: faultFailure(scope, slot, call, answer.fault) }
  }
  return replied(target, pending, answer.reply, recorder)
}

function* askModel(pending: Pending, recorder: Recorder): Execution<Answer | Failed> {
  const { scope, slot, call } = pending
  const bound = recorder.reserve()
  if (bound) {
    recorder.record(scope, { kind: 'bound-reached', ...bound })
    const message = `The budget of ${bound.limit} ${bound.bound} is used up: slot "${slot}" was not asked a ${call}. time.`
    return { failure: Object.freeze({ kind: 'budget', message, scope, slot, call }) }
  }
  const [answer] = yield [pending]
  return answer!
}

/** A slot filled by a composite: its text is the inner result if that is a string, else its canonical JSON. */
function* askNested(nested: Plan, pending: Pending, recorder: Recorder): Execution<Answer | Failed> {
  const { scope, slot, call, request, parallel } = pending
  recorder.record(scope, { kind: 'slot-called', slot, call, request, ...(parallel === undefined ? {} : { parallel }) })
  const inner = scope === '' ? `${slot}#${call}` : `${scope}/${slot}#${call}`
  const input = Object.freeze({ ...nested.input, task_brief: request.brief })
  const outcome = yield* execute({ ...nested, input }, inner, recorder)
  if ('failure' in outcome) {
    const { failure } = outcome
    const fault = failure.fault ?? ({ kind: 'transport', message: failure.message } as FaultRecord)
    recorder.record(scope, { kind: 'slot-failed', slot, call, fault })
    return { failure }
  }
  const { result = null } = outcome.result
  const reply = typeof result === 'string' ? { text: result } : { text: canonicalJson(result), data: result }
  return { reply: Object.freeze(reply) }
}

function replied({ slot: definition }: SlotPlan, pending: Pending, raw: ModelReply, recorder: Recorder): Reply {
  const { scope, slot, call } = pending
  if (raw.usage) {
    recorder.inputTokens += raw.usage.inputTokens
    recorder.outputTokens += raw.usage.outputTokens
  }
  const reply = readReply(raw, definition)
  recorder.record(scope, { kind: 'slot-replied', slot, call, reply })
  if (reply.reading) recorder.record(scope, { kind: 'decision-read', slot, call, reading: reply.reading })
  return reply
}

/** Advances all members by one batch at a time; once one has failed, the others only take in what was already on its way. */
function* lockstep(
  members: readonly Execution<Reply | Failed>[],
  recorder: Recorder,
): Execution<readonly Reply[] | Failed> {
  const outcomes = new Array<Reply | Failed | undefined>(members.length).fill(undefined)
  const waiting = new Map<number, readonly Pending[]>()
  const step = (i: number, answers: readonly Answer[]) => {
    const next = members[i]!.next(answers)
    if (next.done) {
      outcomes[i] = next.value
      waiting.delete(i)
    } else waiting.set(i, next.value)
  }
  for (let i = 0; i < members.length; i++) step(i, [])
  while (waiting.size > 0 && !outcomes.some((outcome) => outcome && isFailure(outcome))) {
    const batch = [...waiting.entries()]
    const answers = yield batch.flatMap(([, pending]) => pending)
    if (answers.some((answer) => 'fault' in answer)) recorder.stopping = true
    let from = 0
    for (const [i, pending] of batch) {
      step(i, answers.slice(from, from + pending.length))
      from += pending.length
    }
  }
  const failures = outcomes.filter((outcome) => outcome !== undefined && isFailure(outcome))
  return failures.find(({ failure }) => failure.message !== STOPPED) ?? failures[0] ?? (outcomes as readonly Reply[])
}

const STOPPED = 'Another call of the run failed.'

const stopped = (scope: Scope): RunFailure => Object.freeze({ kind: 'aborted', message: STOPPED, scope })
