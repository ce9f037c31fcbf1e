import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ModelFault } from '../providers/model.ts'
import { scripted } from '../providers/scripted.ts'
import { arbitrate } from './arbitrate.ts'
import { CALL_CHECKS, INPUT_CHECKS } from './checks.ts'
import { type ArbitrationInput, type ArbitrationResult, CONTRACT, LIMITS, SURFACES } from './contract.ts'
import { readAnswer } from './read-answer.ts'
import { readInput } from './read-input.ts'
import { replySchema } from './reply-schema.ts'

const parsed = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const contract = parsed('./contract.json')
const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true })

const validInput = ajv.compile(contract.input)
const validFailure = ajv.compile(contract.failure)

/** The contract's output, narrowed to a list of actions as its comment says. */
function validOutput(actions: readonly string[]) {
  const { oneOf, ...rest } = structuredClone(contract.output)
  oneOf[0].properties.action.enum = actions
  oneOf[1].properties.candidate_actions.items.enum = actions
  return ajv.compile({ ...rest, oneOf })
}

describe('contract.json', () => {
  test('has the name and version that records carry', () => {
    expect({ name: contract.name, version: contract.version }).toEqual(CONTRACT)
  })

  test('says what each check means', () => {
    expect(Object.keys(contract.verification_policy.input)).toEqual(INPUT_CHECKS)
    expect(Object.keys(contract.verification_policy.call)).toEqual(CALL_CHECKS)
  })

  test('names each kind of failure, and which are revised', () => {
    expect(Object.keys(contract.failure_modes)).toEqual(contract.failure.properties.kind.enum)
  })

  test('gives the numbers that the code keeps', () => {
    const { input, call } = contract.verification_policy
    expect(input.facts_bounded).toContain(` ${LIMITS.factsBytes} `)
    expect(input.no_raw_page).toContain(` ${LIMITS.pageTags} tags`)
    expect(input.well_formed).toContain(` ${LIMITS.depth} levels`)
    expect(call.bounded).toContain(` ${LIMITS.replyLength} `)
    expect(contract.input.properties.situation.maxLength).toBe(LIMITS.situationLength)
    expect(contract.input.properties.timeout_sec.maximum).toBe(LIMITS.timeoutSec)
    expect(contract.input.properties.surface.enum).toEqual(SURFACES)
  })
})

describe('the input schema and the code agree', () => {
  const odd = fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    3,
    '',
    'x',
    [],
    {},
    [''],
    ['a', 'a'],
    ['a', 1],
    2.5,
    90_000,
    'identity',
    'People',
    '🙂'.repeat(200),
    '🙂'.repeat(201),
  )
  const field = (right: unknown) =>
    fc.option(fc.oneof({ weight: 5, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: odd }), { nil: undefined })
  const inputs = fc.record({
    facts: fc.oneof({ weight: 5, arbitrary: field({ a: 1 }) }, { weight: 1, arbitrary: odd }),
    allowed_actions: fc.oneof(
      { weight: 5, arbitrary: fc.constant(['a', 'b']) },
      { weight: 1, arbitrary: field(['a']) },
    ),
    situation: field('flips'),
    signals: field({}),
    self_check: field(true),
    timeout_sec: field(3),
    temperature: field(0.5),
    surface: field('people'),
    person_actions: field(['p']),
    extra: fc.option(fc.constant(1), { nil: undefined, freq: 20 }),
  })

  test('on thousands of inputs', { timeout: 30_000 }, () => {
    const seen = new Set<boolean>()
    fc.assert(
      fc.property(inputs, (made) => {
        const input = JSON.parse(JSON.stringify(made))
        const { checks } = readInput(input)
        const holds = checks.well_formed === 'held' && checks.closed_list === 'held'
        seen.add(holds)
        expect(validInput(input)).toBe(holds)
      }),
      { numRuns: 10 * (fc.readConfigureGlobal().numRuns ?? 300) },
    )
    expect(seen).toEqual(new Set([true, false]))
  })
})

describe('the output schema and the code agree', () => {
  const actions = ['wait', 'reload', '__proto__']
  const validValue = validOutput(actions)
  const validReply = ajv.compile(replySchema(actions))
  const any = fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    0.5,
    1,
    1.5,
    -0.1,
    '',
    'wait',
    'Wait',
    [],
    ['wait'],
    ['wait', 'wait'],
    ['wait', 'drop'],
    [1],
    {},
  )
  const field = (...right: unknown[]) =>
    fc.option(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...right) }, { weight: 1, arbitrary: any }), {
      nil: undefined,
      freq: 8,
    })
  const answers = fc.record({
    status: field('decided', 'decided', 'ambiguous', 'escalate'),
    action: field(...actions),
    confidence: field(0, 0.7, 1),
    candidate_actions: field(['wait'], actions),
    reason: field('because'),
    stable: field(true, false),
    extra: fc.option(fc.constant(1), { nil: undefined }),
  })

  test('on thousands of answers, and the reply schema is the same without unknown keys', { timeout: 30_000 }, () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(answers, (made) => {
        const text = JSON.stringify(made)
        const { result } = readAnswer({ text }, actions)
        const kind = result.ok ? result.value.status : result.failure.code
        seen.set(kind, (seen.get(kind) ?? 0) + 1)
        expect(validValue(JSON.parse(text))).toBe(result.ok)
        if (result.ok) expect(validReply(result.value)).toBe(true)
        if (validReply(JSON.parse(text))) expect(result).toMatchObject({ ok: true })
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 3_000 },
    )
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining(['decided', 'ambiguous', 'escalate', 'outside-list', 'wrong-type']),
    )
  })
})

describe('each sidecar example', () => {
  const names = readdirSync(new URL('./examples/', import.meta.url)).map((file) => file.replace('.json', ''))

  interface Example {
    readonly input: ArbitrationInput
    readonly calls: readonly {
      readonly reply?: { text: string }
      readonly fault?: { kind: 'timeout'; message: string }
    }[]
    readonly result: ArbitrationResult
  }

  test('stands for a status or a kind of failure, and none is missing', () => {
    const shown = names.map((name) => {
      const { result }: Example = parsed(`./examples/${name}.json`)
      return result.ok ? result.value.status : result.failure.kind
    })
    const wanted = [...contract.output.properties.status.enum, ...contract.failure.properties.kind.enum]
    expect(new Set(shown)).toEqual(new Set(wanted))
  })

  test.each(names)('%s is valid under the schemas', (name) => {
    const { input, result }: Example = parsed(`./examples/${name}.json`)
    expect(validInput(input)).toBe(name !== 'config')
    if (result.ok) expect(validOutput(input.allowed_actions)(result.value)).toBe(true)
    else expect(validFailure(result.failure)).toBe(true)
  })

  test.each(names)('%s is what the code does', async (name) => {
    const { input, calls, result }: Example = parsed(`./examples/${name}.json`)
    const steps = calls.map(({ reply, fault }) => reply ?? new ModelFault(fault!.kind, fault!.message))
    const model = scripted({ arbitration: steps }).open()
    expect(await arbitrate(input, { model })).toEqual(result)
    model.assertSpent()
  })
})
