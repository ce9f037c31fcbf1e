import { isObject } from '../json/json.ts'
import { CALL_CHECKS, INPUT_CHECKS } from './checks.ts'
import { type Fault, missing, pointer, wrongType } from './fault.ts'

/**
 * Lists where a value does not have the shape of an arbitration record: what src/schemas/arbitration-record.schema.json says, checked
 * by hand so that nothing has to be compiled. Other keys are not looked at.
 *
 * @param value - anything that JSON can carry
 */
export function recordShapeFaults(value: unknown): readonly Fault[] {
  return [...RECORD(value, '')]
}

// Helpers

type Shape = (value: unknown, path: string) => Iterable<Fault>

const is =
  (wanted: string, test: (value: unknown) => boolean): Shape =>
  (value, path) =>
    test(value) ? [] : [wrongType(path, wanted)]

const string = is('a string', (value) => typeof value === 'string')
const number = is('a number', (value) => typeof value === 'number')
const count = is('a whole number from 0', (value) => Number.isInteger(value) && (value as number) >= 0)
const boolean = is('true or false', (value) => typeof value === 'boolean')
const object = is('an object', isObject)
const oneOf = (...values: readonly unknown[]) => is(`one of ${values.join(', ')}`, (value) => values.includes(value))

const orNull =
  (shape: Shape): Shape =>
  (value, path) =>
    value === null ? [] : shape(value, path)

const listOf = (shape: Shape): Shape =>
  function* (value, path) {
    if (!Array.isArray(value)) return yield wrongType(path, 'a list')
    for (const [at, item] of value.entries()) yield* shape(item, pointer(path, at))
  }

const record = (required: { readonly [key: string]: Shape }, optional: { readonly [key: string]: Shape } = {}): Shape =>
  function* (value, path) {
    if (!isObject(value)) return yield wrongType(path, 'an object')
    for (const [key, shape] of Object.entries(required))
      if (Object.hasOwn(value, key)) yield* shape(value[key], pointer(path, key))
      else yield missing(pointer(path, key))
    for (const [key, shape] of Object.entries(optional))
      if (Object.hasOwn(value, key)) yield* shape(value[key], pointer(path, key))
  }

const either = (choose: (value: Record<string, unknown>) => Shape): Shape =>
  function* (value, path) {
    if (!isObject(value)) return yield wrongType(path, 'an object')
    yield* choose(value)(value, path)
  }

const checks = (names: readonly string[]) =>
  record(Object.fromEntries(names.map((name) => [name, oneOf('held', 'broken', 'skipped')])))

const FAILURE = record({
  kind: oneOf('config', 'transport', 'timeout', 'parse', 'schema'),
  code: string,
  message: string,
  paths: listOf(string),
})

/** By their status, which is known to be one of these by then. */
const VALUES: { readonly [status: string]: Shape } = {
  decided: record({ action: string, confidence: number, stable: boolean }, { reason: string }),
  ambiguous: record({ candidate_actions: listOf(string) }, { reason: string }),
  escalate: record({}, { reason: string }),
}

const VALUE = either(({ status }) =>
  typeof status === 'string' && Object.hasOwn(VALUES, status)
    ? VALUES[status]!
    : record({ status: oneOf(...Object.keys(VALUES)) }),
)

const RESULT = either(({ ok }) =>
  ok === true
    ? record({ ok: boolean, value: VALUE }, { notes: listOf(string) })
    : record({ ok: oneOf(true, false), failure: FAILURE }),
)

const REPLY = record(
  { text: string },
  {
    cut: count,
    tool_calls: listOf(string),
    usage: record({ input_tokens: number, output_tokens: number }),
    private: object,
  },
)

const CALL = record({
  request: count,
  reply: orNull(REPLY),
  fault: orNull(record({ kind: string, message: string })),
  checks: checks(CALL_CHECKS),
  result: RESULT,
})

const RECORD = record({
  contract: record({ name: string, version: string }),
  form: oneOf('decide', 'consensus'),
  input: orNull(object),
  input_hash: orNull(string),
  input_checks: checks(INPUT_CHECKS),
  config_failure: orNull(FAILURE),
  policy: record({
    default_action: string,
    min_confidence: number,
    samples: count,
    quorum: count,
    stop_early: boolean,
  }),
  models: listOf(string),
  requests: listOf(record({ slot: string, component: string, brief: string, schema: object, temperature: number })),
  samples: listOf(record({ calls: listOf(CALL), result: RESULT })),
  outcome: record({
    action: string,
    source: oneOf('model', 'default'),
    why: string,
    votes: listOf(record({ action: string, count })),
    no_votes: listOf(record({ sample: count, why: string })),
  }),
})
