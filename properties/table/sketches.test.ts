import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oversight } from '../../src/composites/oversight.ts'
import { compositeSubject } from '../subjects/composite-subject.ts'
import { isSketch, PLAIN, type Sketch, TRAITS } from './sketch.ts'
import { sketches } from './sketches.ts'

const { shape } = compositeSubject(oversight)
const some = fc.sample(sketches(shape, { faults: true }), { numRuns: 1_000, seed: 3 })

describe('a thousand sketches', () => {
  test.each(TRAITS.map(({ name, weights }, index) => [name, index, weights.length] as const))(
    'have every value of the trait "%s"',
    (_, index, count) => {
      const seen = new Set(some.flatMap(({ steps }) => steps.flat().map((step) => step[index])))
      expect([...seen].sort((a, b) => a! - b!)).toEqual(Array.from({ length: count }, (_unused, value) => value))
    },
  )

  test('are plain JSON, and known as what they are', () => {
    expect(some.every((sketch) => isSketch(JSON.parse(JSON.stringify(sketch))))).toBe(true)
    expect([null, {}, { ...some[0], tail: -1 }, { ...some[0], steps: [['x']] }].some(isSketch)).toBe(false)
  })

  test('have no failing call where none is wanted', () => {
    const calm = fc.sample(sketches(shape, { faults: false }), { numRuns: 300, seed: 3 })
    expect(calm.flatMap(({ steps }) => steps.flat()).filter((step) => step.at(-1) !== 0)).toEqual([])
  })
})

describe('shrinking', () => {
  test('ends at nothing but plain steps, whatever it began with', () => {
    for (const sketch of some.slice(0, 20)) {
      const { counterexample } = fc.check(
        fc.property(sketches(shape, { faults: true }), () => false),
        { examples: [[sketch]], numRuns: 1 },
      )
      expect(counterexample).toEqual([{ inputs: [0], config: [0, 0], steps: [[], [], []], tail: 0, pick: 0 }])
    }
  })

  test('keeps what the failure needs, and nothing else', () => {
    const rejects = ({ steps }: Sketch) => steps[2]!.some(([decision]) => decision === 2)
    const { counterexample } = fc.check(
      fc.property(sketches(shape, { faults: true }), (sketch) => !rejects(sketch)),
      { seed: 1, numRuns: 1_000 },
    )
    const [{ steps }] = counterexample as [Sketch]
    expect(steps).toEqual([[], [], [PLAIN.with(0, 2)]])
  })
})
