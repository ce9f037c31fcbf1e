import { hashOf } from '../json/canonical-json.ts'
import { isObject, type Json } from '../json/json.ts'
import { type InputChecks, inputChecks } from './checks.ts'
import { type ArbitrationFailure, type ArbitrationInput, LIMITS, SURFACES } from './contract.ts'
import { type Fault, failureOf, missing, pointer, quoted, wrongType } from './fault.ts'
import { rawPageSign } from './raw-page.ts'
import { snapshotJson } from './snapshot-json.ts'

/** What an input was read as: a frozen copy with its hash, or why nothing may be asked. */
export type InputReading = {
  /** SHA-256 of the canonical JSON, in hex; null when JSON cannot carry the input. */
  readonly hash: string | null
  readonly checks: InputChecks
} & (
  | { readonly ok: true; readonly input: ArbitrationInput }
  | { readonly ok: false; readonly input: ArbitrationInput | null; readonly failure: ArbitrationFailure }
)

/**
 * Checks an input against the contract, before any call, and lists every fault at once.
 *
 * @param value - what a flow hands over
 * @param ofOptions - faults of the options beside it, which belong into the same failure
 */
export function readInput(value: unknown, ofOptions: readonly Fault[] = []): InputReading {
  const { copy, faults: unfit } = snapshotJson(value, '')
  const unread = new Set(unfit.map(({ path }) => path))
  const faults = [...unfit, ...[...faultsOf(copy)].filter(({ path }) => !unread.has(path))]
  const input = faults.length === 0 ? (copy as unknown as ArbitrationInput) : null
  const hash = unfit.length === 0 ? hashOf(copy) : null
  const checks = inputChecks(new Set(faults.map(({ code }) => code)))
  const all = [...faults, ...ofOptions]
  if (all.length === 0) return { ok: true, input: input!, hash, checks }
  const failure = failureOf('config', 'the input', all, 'Nothing was asked; correct what is named.')
  return { ok: false, failure, input, hash, checks }
}

// Helpers

type FieldCheck = (value: Json, path: string) => Iterable<Fault>

const REQUIRED = ['facts', 'allowed_actions']

const FIELDS: { readonly [name: string]: FieldCheck } = {
  facts: boundedObject,
  allowed_actions: closedList,
  *situation(value, path) {
    if (typeof value !== 'string') return yield wrongType(path, 'a string')
    if ([...value].length > LIMITS.situationLength)
      yield { code: 'out-of-range', path, message: `is longer than a label of ${LIMITS.situationLength} characters` }
    yield* rawPages(value, path)
  },
  signals: boundedObject,
  *self_check(value, path) {
    if (typeof value !== 'boolean') yield wrongType(path, 'true or false')
  },
  *timeout_sec(value, path) {
    if (typeof value !== 'number') yield wrongType(path, 'a number')
    else if (value <= 0 || value > LIMITS.timeoutSec)
      yield { code: 'out-of-range', path, message: `is ${value}: give seconds above 0, at most ${LIMITS.timeoutSec}` }
  },
  *temperature(value, path) {
    if (typeof value !== 'number') yield wrongType(path, 'a number')
    else if (value < 0 || value > 2) yield { code: 'out-of-range', path, message: `is ${value}: give 0 to 2` }
  },
  *surface(value, path) {
    if (!(SURFACES as readonly Json[]).includes(value))
      yield { code: 'unknown-surface', path, message: `is none of ${SURFACES.join(', ')}: leave it out elsewhere` }
  },
  person_actions: actions,
}

function* faultsOf(copy: Json): Generator<Fault> {
  if (!isObject(copy)) return yield wrongType('', 'an object')
  for (const name of REQUIRED) if (!Object.hasOwn(copy, name)) yield missing(pointer('', name))
  for (const [name, value] of Object.entries(copy as Record<string, Json>)) {
    const path = pointer('', name)
    if (Object.hasOwn(FIELDS, name)) yield* FIELDS[name]!(value, path)
    else yield { code: 'unknown-key', path, message: 'is no field of the contract' }
  }
  yield* sizes(copy as Record<string, Json>)
  yield* persons(copy as Record<string, Json>)
}

function* boundedObject(value: Json, path: string): Generator<Fault> {
  if (isObject(value)) yield* rawPages(value, path)
  else yield wrongType(path, 'an object')
}

/** Looks into every string, keys too. */
function* rawPages(value: Json, path: string): Generator<Fault> {
  if (typeof value === 'string') {
    const sign = rawPageSign(value)
    if (sign) yield { code: 'raw-page', path, message: `is a raw page (${sign}): give a summary of it` }
  } else if (value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const at = pointer(path, key)
      const sign = rawPageSign(key)
      if (sign)
        yield { code: 'raw-page', path: at, message: `has a raw page as its key (${sign}): give a summary of it` }
      yield* rawPages(member, at)
    }
  }
}

function* sizes(fields: Record<string, Json>): Generator<Fault> {
  const each = ['facts', 'signals']
    .filter((name) => Object.hasOwn(fields, name))
    .map((name) => ({ name, bytes: bytesOf(fields[name]!) }))
  const all = each.reduce((sum, { bytes }) => sum + bytes, 0)
  if (all <= LIMITS.factsBytes) return
  for (const { name, bytes } of each)
    yield {
      code: 'facts-too-large',
      path: pointer('', name),
      message: `takes ${bytes} of ${all} bytes; facts and signals together may take ${LIMITS.factsBytes} bytes of compact JSON`,
    }
}

const bytesOf = (value: Json) => Buffer.byteLength(JSON.stringify(value))

function* closedList(value: Json, path: string): Generator<Fault> {
  yield* actions(value, path)
  if (!Array.isArray(value)) return
  if (value.length === 0) yield { code: 'no-actions', path, message: 'is empty: give at least one action' }
  const seen = new Set<Json>()
  for (const [at, action] of value.entries()) {
    if (typeof action === 'string' && seen.has(action))
      yield { code: 'duplicate-action', path: pointer(path, at), message: `repeats ${quoted(action)}` }
    seen.add(action)
  }
}

function* actions(value: Json, path: string): Generator<Fault> {
  if (!Array.isArray(value)) return yield wrongType(path, 'a list of strings')
  for (const [at, action] of value.entries()) {
    if (typeof action !== 'string') yield wrongType(pointer(path, at), 'a string')
    else if (action === '') yield { code: 'empty-action', path: pointer(path, at), message: 'is an empty string' }
  }
}

function* persons({ allowed_actions: allowed, person_actions: forbidden }: Record<string, Json>): Generator<Fault> {
  if (!Array.isArray(allowed) || !Array.isArray(forbidden)) return
  const persons = new Set<Json>(forbidden)
  for (const [at, action] of allowed.entries())
    if (typeof action === 'string' && persons.has(action))
      yield {
        code: 'person-action',
        path: pointer('/allowed_actions', at),
        message: `is ${quoted(action)}, which chooses between persons: no model may`,
      }
}
