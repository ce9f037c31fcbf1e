import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { SAMPLE_RUNS } from '../../test/composites/sample-runs.ts'
import schema from '../schemas/trace.schema.json' with { type: 'json' }
import { nestedRuns } from './nested-runs.ts'
import { encodeTrace } from './trace-json.ts'

const validate = new Ajv2020({ strict: true, strictRequired: false, allErrors: true }).compile(schema)

describe.each(Object.entries(SAMPLE_RUNS))('the trace of a run: %s', (_, run) => {
  const trace = JSON.parse(JSON.stringify(encodeTrace(run))) as Trace

  test('is what its schema says, and so are those of the runs inside it', () => {
    expect(validate(trace) || validate.errors).toBe(true)
    for (const nested of nestedRuns(run)) expect(validate(encodeTrace(nested.run)) || validate.errors).toBe(true)
  })

  test('has one event for each that happened, in order', () => {
    expect(trace.events.map(({ kind, scope }) => `${kind} ${scope}`)).toEqual(
      run.events.map(({ kind, scope }) => `${kind} ${scope}`),
    )
  })

  test('has no name in camel case', () => {
    expect(namesIn(trace).filter((name) => /[A-Z]/.test(name))).toEqual([])
  })
})

describe('a trace', () => {
  test('keeps what was private, and says that it is', () => {
    expect(encodeTrace(SAMPLE_RUNS.aborted!)).toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({
          kind: 'slot-replied',
          slot: 'actor',
          reply: {
            text: 'Removed /etc.',
            data: { outcome: 'Removed /etc.' },
            tool_calls: [{ id: 'c1', name: 'rm', arguments: { path: '/etc' } }],
            private: { self_assessment: 'Went well.' },
          },
        }),
      ]),
    })
  })

  test('says how a call failed, and how the run did', () => {
    const fault = { kind: 'status', message: 'The provider answered 429.', status: 429, retry_after_ms: 2000 }
    expect(encodeTrace(SAMPLE_RUNS['failed inside']!)).toMatchObject({
      status: 'failed',
      result: null,
      failure: { fault },
    })
  })

  test('leaves names that a user gave as they are', () => {
    const { events, ...run } = SAMPLE_RUNS.unresolved!
    const named = {
      ...run,
      events,
      result: { camelCase: { stillCamel: 1 } },
      header: { ...run.header, input: { aB: 'c' } },
    }
    expect(encodeTrace(named)).toMatchObject({
      result: { camelCase: { stillCamel: 1 } },
      header: { input: { aB: 'c' } },
    })
  })
})

describe('the schema', () => {
  const trace = JSON.parse(JSON.stringify(encodeTrace(SAMPLE_RUNS.accepted!))) as Trace

  test.each<[string, (trace: Trace) => void]>([
    ['an unknown key', (broken) => Object.assign(broken, { extra: 1 })],
    ['another version', (broken) => Object.assign(broken, { version: 2 })],
    ['an event of another kind', (broken) => Object.assign(broken.events[1]!, { kind: 'slot-asked' })],
    ['a call that is the 0th', (broken) => Object.assign(broken.events[1]!, { call: 0 })],
    ['a reply in camel case', (broken) => Object.assign(broken.events[2]!, { reply: { text: '', toolCalls: [] } })],
    ['a scope that is none', (broken) => Object.assign(broken.events[0]!, { scope: 'worker' })],
    [
      'a completed run with a failure',
      (broken) => Object.assign(broken, { failure: { kind: 'fault', message: '', scope: '' } }),
    ],
    ['a failed run with a result', (broken) => Object.assign(broken, { status: 'failed' })],
    ['a completion without a result', (broken) => Object.assign(broken.events.at(-1)!, { result: undefined })],
  ])('refuses %s', (_, breakIt) => {
    const broken = structuredClone(trace)
    breakIt(broken)
    expect(validate(JSON.parse(JSON.stringify(broken)))).toBe(false)
  })
})

// Helpers

interface Trace {
  readonly events: { readonly kind: string; readonly scope: string }[]
}

/** Every key in a value, but for those of reply schemas, which are the slots' own. */
function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [name, ...(name === 'schema' ? [] : namesIn(member))])
}
