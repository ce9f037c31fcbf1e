import type { Json, JsonObject } from '../json/json.ts'
import type { ArbitrationResult, ArbitrationValue } from './contract.ts'
import { type Fault, failureOf, missing, OUTSIDE_LIST, pointer, quoted, wrongType } from './fault.ts'
import { findAnswer, type Said } from './find-answer.ts'

/** An answer read against the contract, with the code of every fault. */
export interface AnswerReading {
  readonly result: ArbitrationResult
  readonly codes: ReadonlySet<string>
  /** Undefined when none of the contract's was given. */
  readonly status: Status | undefined
}

/** Keys that a note spells out. */
const SPELT_OUT = 20

/**
 * Reads a reply as one of the contract's answers. Actions count only as they stand in the list: nothing is trimmed, folded or
 * normalised. Total, and linear in the length of the reply.
 *
 * @param said - text and structured part of a reply
 * @param actions - the allowed actions
 */
export function readAnswer(said: Said, actions: readonly string[]): AnswerReading {
  const found = findAnswer(said)
  if ('fault' in found) return failed('parse', [found.fault])
  const { object } = found
  const status = fieldOf(object, 'status')
  if (!isStatus(status)) return failed('schema', [unknownStatus(status)])
  const form = FORMS[status]
  const faults = [...form.faults(object, new Set(actions))]
  if (faults.length > 0) return failed('schema', faults, status)
  const unknown = Object.keys(object).filter((key) => !form.keys.includes(key))
  const value = Object.freeze(form.value(object))
  const notes = unknown.length === 0 ? {} : { notes: Object.freeze(notesOn(unknown)) }
  return { result: Object.freeze({ ok: true, value, ...notes }), codes: new Set(), status }
}

// Helpers

type Status = ArbitrationValue['status']

interface Form {
  readonly keys: readonly string[]
  faults(object: JsonObject, actions: ReadonlySet<string>): Iterable<Fault>
  /** Builds the value of an object without faults. */
  value(object: JsonObject): ArbitrationValue
}

const FORMS: { readonly [status in Status]: Form } = {
  decided: {
    keys: ['status', 'action', 'confidence', 'reason', 'stable'],
    *faults(object, actions) {
      const { action, confidence, stable } = fieldsOf(object)
      if (action === undefined) yield missing('/action')
      else yield* outside(action, '/action', actions)
      if (confidence === undefined) yield missing('/confidence')
      else if (typeof confidence !== 'number') yield wrongType('/confidence', 'a number')
      else if (!(confidence >= 0 && confidence <= 1))
        yield { code: 'confidence-out-of-range', path: '/confidence', message: `is ${confidence}, not within 0 to 1` }
      yield* reasonFaults(object)
      if (stable !== undefined && typeof stable !== 'boolean') yield wrongType('/stable', 'true or false')
    },
    value(object) {
      const { action, confidence, stable = false } = fieldsOf(object)
      // Minus zero would not survive being written as JSON.
      const sure = { confidence: confidence === 0 ? 0 : confidence }
      return { status: 'decided', action, ...sure, ...reasonOf(object), stable } as ArbitrationValue
    },
  },
  ambiguous: {
    keys: ['status', 'candidate_actions', 'reason'],
    *faults(object, actions) {
      yield* candidateFaults(fieldOf(object, 'candidate_actions'), actions)
      yield* reasonFaults(object)
    },
    value(object) {
      const candidates = Object.freeze([...(fieldOf(object, 'candidate_actions') as string[])])
      return { status: 'ambiguous', candidate_actions: candidates, ...reasonOf(object) }
    },
  },
  escalate: {
    keys: ['status', 'reason'],
    faults: reasonFaults,
    value: (object) => ({ status: 'escalate', ...reasonOf(object) }),
  },
}

function* candidateFaults(candidates: Json | undefined, actions: ReadonlySet<string>): Generator<Fault> {
  const path = '/candidate_actions'
  if (candidates === undefined) return yield missing(path)
  if (!Array.isArray(candidates)) return yield wrongType(path, 'a list')
  if (candidates.length === 0) yield { code: 'no-candidates', path, message: 'is empty: name at least one' }
  const seen = new Set<Json>()
  for (const [at, candidate] of candidates.entries()) {
    const place = pointer(path, at)
    if (seen.has(candidate)) yield { code: 'duplicate-candidate', path: place, message: 'repeats an earlier one' }
    else yield* outside(candidate, place, actions)
    seen.add(candidate)
  }
}

function* outside(action: Json, path: string, actions: ReadonlySet<string>): Generator<Fault> {
  if (typeof action !== 'string') yield wrongType(path, 'a string')
  else if (!actions.has(action))
    yield { code: OUTSIDE_LIST, path, message: `is ${quoted(action)}, which is no allowed action as it is spelled` }
}

function* reasonFaults(object: JsonObject): Generator<Fault> {
  const reason = fieldOf(object, 'reason')
  if (reason !== undefined && typeof reason !== 'string') yield wrongType('/reason', 'a string')
}

const isStatus = (status: Json | undefined): status is Status =>
  typeof status === 'string' && Object.hasOwn(FORMS, status)

function unknownStatus(status: Json | undefined): Fault {
  const given = status === undefined ? 'missing' : typeof status === 'string' ? quoted(status) : 'no string'
  return { code: 'unknown-status', path: '/status', message: `is ${given}: expected decided, ambiguous or escalate` }
}

function reasonOf(object: JsonObject): { reason?: string } {
  const reason = fieldOf(object, 'reason')
  return reason === undefined ? {} : { reason: reason as string }
}

/** A member of the object's own: a key such as `constructor` is not there unless the reply gave it. */
const fieldOf = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

const fieldsOf = (object: JsonObject) => ({
  action: fieldOf(object, 'action'),
  confidence: fieldOf(object, 'confidence'),
  stable: fieldOf(object, 'stable'),
})

function notesOn(unknown: readonly string[]): string[] {
  const notes = unknown.slice(0, SPELT_OUT).map((key) => `Dropped the unknown key ${quoted(key)}.`)
  if (unknown.length > SPELT_OUT) notes.push(`Dropped ${unknown.length - SPELT_OUT} more unknown keys.`)
  return notes
}

function failed(kind: 'parse' | 'schema', faults: readonly Fault[], status?: Status): AnswerReading {
  const failure = failureOf(kind, 'the answer', faults, 'It is not used.')
  return { result: Object.freeze({ ok: false, failure }), codes: new Set(faults.map(({ code }) => code)), status }
}
