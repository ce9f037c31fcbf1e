import { describe, expect, test } from 'vitest'
import { materialOf } from '../../../test/inspect/material-of.ts'
import type { OutputReading } from '../2-extract/material.ts'
import { clauseTerms } from './clause-terms.ts'
import { serviceStates } from './service-states.ts'

const PERFECT = materialOf('perfect')
const [FIRST] = PERFECT.outputs as readonly [OutputReading]
const terms = (outputs: readonly OutputReading[] = PERFECT.outputs) =>
  clauseTerms({ ...PERFECT, outputs }, serviceStates(PERFECT))
const reading = (text: string | null, change: Partial<OutputReading> = {}): OutputReading => ({
  ...FIRST,
  path: 'bindings/tide-reader/tides.md',
  size: text?.length ?? 9,
  text,
  ...change,
})
const named = (service: string, name: string): OutputReading => ({
  ...FIRST,
  service: { ...FIRST.service, name: service },
  name,
})

describe('an output is known', () => {
  test('by its name, and by that of its service before it', () => {
    const [a, b] = [named('one', 'a'), named('two', 'b')]
    expect([...terms([a, b]).outputs]).toEqual([
      ['a', a],
      ['b', b],
      ['one.a', a],
      ['two.b', b],
    ])
  })

  test('by the longer name alone where two services use the short one', () => {
    const all = [named('one', 'a'), named('two', 'a'), named('three', 'a'), named('three', 'b')]
    expect([...terms(all).outputs.keys()]).toEqual(['b', 'one.a', 'two.a', 'three.a', 'three.b'])
  })
})

test('errors that were raised and errors that are declared are told apart', () => {
  const log = { 'vm.log.md': '# run:1 harbour-bulletin\n\n1→ planner ✗ paper-jam\n---error\n' }
  const material = materialOf('perfect', log)
  const { raised, declared, states } = clauseTerms(material, serviceStates(material))
  expect([[...raised], [...declared]]).toEqual([['paper-jam'], ['gauge-silent']])
  expect(states.get('planner')?.status).toBe('failed')
})

describe('the value of an output', () => {
  test('is null where it is absent or holds nothing, and unknown where it was not read', () => {
    const look = terms()
    expect([look.valueOf(reading('', { size: null }), 'x', 1), look.valueOf(reading(' \n'), 'x', 1)]).toEqual([
      null,
      null,
    ])
    expect(look.valueOf(reading(null), 'x', 1)).toBeUndefined()
  })

  test('is its text under the name that is asked for, and whether that is all of it', () => {
    const look = terms()
    expect(look.valueOf(reading('{"a":1}'), 'x', 1)).toMatchObject({
      name: 'x',
      text: '{"a":1}',
      json: { a: 1 },
      cut: false,
    })
    expect(look.valueOf(reading('{"a":1}', { cut: true }), 'x', 1)).toMatchObject({ json: undefined, cut: true })
    expect(look.valueOf({ path: 'bindings/x.md', text: 'a', cut: false }, 'x', 1)).toMatchObject({ text: 'a' })
  })

  test('is put together once for all clauses, as long as those kept have two million characters together', () => {
    const look = terms()
    const isKept = (output: OutputReading) => new Set([1, 2].map(() => look.valueOf(output, 'x', 1))).size === 1
    const half = 'a'.repeat(1_000_000)
    expect([half, half].map((text) => isKept(reading(text)))).toEqual([true, true])
    expect(isKept(reading('a'))).toBe(false)
    expect(isKept(reading(' \n'))).toBe(true)
  })

  test('does not take the room of others when it is itself too large to be kept', () => {
    const look = terms()
    const isKept = (output: OutputReading) => new Set([1, 2].map(() => look.valueOf(output, 'x', 1))).size === 1
    expect([2_000_001, 2_000_000, 1].map((size) => isKept(reading('a'.repeat(size))))).toEqual([false, true, false])
  })

  test('is unknown once clauses have gone through two thousand million characters, parsing counted as twenty times', () => {
    const look = terms()
    const large = reading('a'.repeat(1_000_000))
    expect(look.valueOf(large, 'x', 990)).toBeDefined()
    // 1010 and 990 million: to the last of them.
    expect(look.valueOf(large, 'x', 990)).toBeDefined()
    expect(look.valueOf(large, 'x', 1)).toBeUndefined()
    expect(look.valueOf(reading(''), 'x', 1)).toBeNull()
  })
})
