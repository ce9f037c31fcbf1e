import { describe, expect, test } from 'vitest'
import type { Edge } from '../manifests/wiring.ts'
import type { DecidedClause } from './decide-contracts.ts'
import { findExcuses } from './excuses.ts'
import type { ServiceState } from './service-states.ts'

/** An output of some name: there, or absent. */
const output = (name: string, isThere: boolean, conditional = false) =>
  ({ name, path: `bindings/${name}.md`, size: isThere ? 3 : null, text: null, conditional }) as const
const state = (
  name: string,
  { error = null, done = 0, outputs = [] }: { error?: string | null; done?: number; outputs?: readonly object[] } = {},
) => ({ service: { name }, error, done: Array(done).fill({}), outputs }) as unknown as ServiceState
const clause = (covers: readonly string[], outcome = 'satisfied') =>
  ({ decision: { outcome, covers }, path: covers.join() }) as unknown as DecidedClause
const chain = (...names: readonly string[]): readonly Edge[] =>
  names.slice(1).map((consumer, index) => ({ producer: names[index]!, consumer }))

const excused = (...given: Parameters<typeof findExcuses>) => {
  const { handledBy, services, outputs } = findExcuses(...given)
  return {
    handledBy: [...handledBy].map(([name, { path }]) => `${name}: ${path}`),
    services: [...services],
    outputs: [...outputs],
  }
}
const NOTHING = { handledBy: [], services: [], outputs: [] }

describe('a failure is covered', () => {
  const failed = state('reader', { error: 'Shut', outputs: [output('berths', false)] })

  test.each(['reader', 'Shut', 'berths'])('by a clause on its service, its error or what it lacks: %s', (covered) => {
    expect(excused([failed], [], [clause([covered])])).toEqual({
      handledBy: [`reader: ${covered}`],
      services: ['reader'],
      outputs: ['bindings/berths.md'],
    })
  })

  test('by the first clause that concerns it, in the order of the contracts', () => {
    const clauses = [clause(['other']), clause(['Shut', 'x']), clause(['reader']), clause(['berths'])]
    expect(excused([failed], [], clauses).handledBy).toEqual(['reader: Shut,x'])
    expect(excused([failed], [], [clause(['berths']), clause(['reader']), clause(['Shut'])]).handledBy).toEqual([
      'reader: berths',
    ])
    expect(excused([failed], [], [clause(['a', 'reader']), clause(['b', 'reader'])]).handledBy).toEqual([
      'reader: a,reader',
    ])
  })

  test('by no clause that is not kept, nor by one on something else', () => {
    for (const outcome of ['violated', 'partial', 'unevaluable', 'not-applicable'])
      expect(excused([failed], [], [clause(['reader'], outcome)])).toEqual(NOTHING)
    expect(excused([failed], [], [clause(['somebody'])])).toEqual(NOTHING)
    expect(excused([failed], [], [clause([])])).toEqual(NOTHING)
    expect(excused([failed], [], [])).toEqual(NOTHING)
  })

  test('by no clause on what it left all the same', () => {
    const left = state('reader', { error: 'Shut', outputs: [output('berths', true)] })
    expect(excused([left], [], [clause(['berths'])])).toEqual(NOTHING)
  })

  test('by none that covers an error without a name where its own has none', () => {
    expect(excused([state('reader', { error: '' })], [], [clause([''])])).toEqual(NOTHING)
  })

  test('by a clause on what a service far below it lacks, and its error is its own', () => {
    const states = [
      state('reader', { error: 'Shut' }),
      state('middle'),
      state('end', { outputs: [output('x', false)] }),
    ]
    expect(excused(states, chain('reader', 'middle', 'end'), [clause(['x'])])).toEqual({
      handledBy: ['reader: x'],
      services: ['reader', 'middle', 'end'],
      outputs: ['bindings/x.md'],
    })
    expect(excused(states, chain('end', 'middle', 'reader'), [clause(['x'])]).handledBy).toEqual([])
  })

  test('each for itself', () => {
    const states = [state('a', { error: 'A' }), state('b', { error: 'B' }), state('c')]
    expect(excused(states, [], [clause(['B'])])).toEqual({ handledBy: ['b: B'], services: ['b'], outputs: [] })
  })
})

describe('what a covered failure takes with it', () => {
  const lost = (name: string, done = 0) => state(name, { done, outputs: [output(name, false)] })

  test('is all that depends on it and did not complete, as far as that goes', () => {
    const states = [state('reader', { error: 'Shut' }), lost('one'), lost('two', 1), lost('three'), lost('aside')]
    const edges = [...chain('reader', 'one'), ...chain('reader', 'two', 'three'), ...chain('aside', 'one')]
    expect(excused(states, edges, [clause(['reader'])])).toEqual({
      handledBy: ['reader: reader'],
      services: ['reader', 'one'],
      outputs: ['bindings/one.md'],
    })
  })

  test('comes to an end where services depend on each other in a circle', () => {
    const states = [state('reader', { error: 'Shut' }), lost('one'), lost('two')]
    const { services } = excused(states, chain('reader', 'one', 'two', 'one'), [clause(['reader'])])
    expect(services).toEqual(['reader', 'one', 'two'])
  })

  test('may be somebody of whom nothing else is known', () => {
    expect(
      excused([state('reader', { error: 'Shut' })], chain('reader', 'ghost'), [clause(['reader'])]).services,
    ).toEqual(['reader', 'ghost'])
  })

  test('is no output that is there', () => {
    const states = [state('reader', { error: 'Shut', outputs: [output('a', true), output('b', false)] })]
    expect(excused(states, [], [clause(['reader'])]).outputs).toEqual(['bindings/b.md'])
  })
})

describe('an absent output need not be there', () => {
  test('where a kept clause does without it by a name that is its alone', () => {
    const states = [state('a', { outputs: [output('x', false)] }), state('b', { outputs: [output('y', false)] })]
    expect(excused(states, [], [clause(['x'])])).toEqual({ ...NOTHING, outputs: ['bindings/x.md'] })
    const same = [state('a', { outputs: [output('x', false)] }), state('b', { outputs: [output('x', false)] })]
    expect(excused(same, [], [clause(['x'])])).toEqual(NOTHING)
  })

  test('where it is conditional and its service left another in its place', () => {
    const both = (other: boolean, conditional: boolean) =>
      excused([state('a', { outputs: [output('x', false, conditional), output('y', other)] })], [], []).outputs
    expect(both(true, true)).toEqual(['bindings/x.md'])
    expect([both(false, true), both(true, false)]).toEqual([[], []])
  })
})

test('what a failure takes with it is looked for within a million steps, and as far as they go', () => {
  const failed = Array.from({ length: 80 }, (_, at) =>
    state(`f${at}`, { error: 'Shut', outputs: [output(`x${at}`, false)] }),
  )
  const edges = [
    ...failed.flatMap((_, at) => [...chain(`f${at}`, 'hub'), ...chain(`f${at}`, `one${at}`, `two${at}`)]),
    ...Array.from({ length: 6_619 }, (_, at) => ({ producer: 'hub', consumer: `s${at}` })),
  ]
  // All the way down are 6,622 steps, taken twice, and one is its output's: the 76th failure has two left on its second way.
  const { handledBy, services } = findExcuses(failed, edges, [clause(['Shut'])])
  expect(handledBy.size).toBe(76)
  expect(['two74', 'one75', 'two75', 'f76'].map((name) => services.has(name))).toEqual([true, true, false, false])
})

test('failures beyond a million steps are covered by nothing, and cost nothing', () => {
  const failed = Array.from({ length: 600 }, (_, at) => state(`f${at}`, { error: 'Shut' }))
  const many = Array.from({ length: 999 }, (_, at) => `s${at}`)
  const edges = [
    ...failed.map(({ service }) => ({ producer: service.name, consumer: 'hub' })),
    ...many.map((consumer) => ({ producer: 'hub', consumer })),
  ]
  const { handledBy, services } = findExcuses(failed, edges, [clause(['Shut'])])
  // A failure takes 1,000 steps down to find what covers it, and 1,000 to find what it takes with it.
  expect(handledBy.size).toBe(500)
  expect(services.size).toBe(500 + 1_000)
})
