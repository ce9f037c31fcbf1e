import fc from 'fast-check'
import type { Shape } from './shape.ts'
import { PLAIN, type Sketch, type Step, TRAITS } from './sketch.ts'

/** What sketches may hold. */
export interface SketchOptions {
  /** Whether calls may fail. */
  readonly faults: boolean
  /** The longest list of steps per speaker, 0 or more; 4 by default. */
  readonly longest?: number
}

/**
 * Sketches of tries. They shrink towards what a person would write: fewest steps, plain replies, the first decision, no quote,
 * the simplest fault. Shrinking needs no context, so that a stored sketch shrinks like a fresh one.
 */
export const sketches = (shape: Shape, options: SketchOptions): fc.Arbitrary<Sketch> => new Sketches(shape, options)

// Helpers

const STYLE = TRAITS.findIndex(({ name }) => name === 'style')
const DECISION = TRAITS.findIndex(({ name }) => name === 'decision')
const FAULT = TRAITS.findIndex(({ name }) => name === 'fault')
/** More than most slots can decide. */
const DECISIONS = 4
const PICKS = 1 << 12
const IN_LINES = 1

/** Weights as a table to draw from with one number. */
const DRAWS = TRAITS.map(({ weights }) => weights.flatMap((weight, value) => new Array<number>(weight).fill(value)))

class Sketches extends fc.Arbitrary<Sketch> {
  readonly #shape: Shape
  readonly #faults: boolean
  readonly #longest: number

  constructor(shape: Shape, { faults, longest = 4 }: SketchOptions) {
    super()
    this.#shape = shape
    this.#faults = faults
    this.#longest = longest
  }

  override generate(random: fc.Random): fc.Value<Sketch> {
    const { inputs, config, speakers } = this.#shape
    const faulty = this.#faults && random.nextInt(0, 1) === 0
    const draw = (trait: number): number => {
      const values = DRAWS[trait]!
      return values[random.nextInt(0, values.length - 1)]!
    }
    const step = (): Step =>
      TRAITS.map((_, trait) =>
        trait === FAULT ? (faulty && random.nextInt(0, 3) === 0 ? draw(trait) : 0) : draw(trait),
      )
    const sketch = {
      // Lists of points are what criteria look like, and what joining can rebuild.
      inputs: inputs.map(() => (random.nextInt(0, 2) === 0 ? IN_LINES : draw(STYLE))),
      config: config.map(({ values }) => drawValue(random, values.length)),
      steps: speakers.map(() => Array.from({ length: random.nextInt(0, this.#longest) }, step)),
      tail: random.nextInt(0, 3) === 0 ? 1 : 0,
      pick: random.nextInt(0, PICKS - 1),
    }
    return new fc.Value(sketch, undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is Sketch {
    return typeof value === 'object' && value !== null && 'steps' in value
  }

  override shrink(sketch: Sketch): fc.Stream<fc.Value<Sketch>> {
    return fc.stream(smaller(sketch)).map((value) => new fc.Value(value, undefined))
  }
}

/** Long loops show little that short ones do not, and cost as much as several tries. */
function drawValue(random: fc.Random, count: number): number {
  const index = random.nextInt(0, Math.max(0, 2 * count - 1))
  return index >= count && index - count > 2 ? index - count - 3 : index % Math.max(1, count)
}

/** Sketches a little smaller, the boldest first. */
function* smaller(sketch: Sketch): IterableIterator<Sketch> {
  const { inputs, config, steps, tail, pick } = sketch
  if (pick > 0) yield { ...sketch, pick: 0 }
  for (const [i, list] of steps.entries())
    for (const shorter of shorterLists(list)) yield { ...sketch, steps: steps.with(i, shorter) }
  if (tail > 0) yield { ...sketch, tail: 0 }
  for (const [i, value] of config.entries())
    for (const less of lesser(value)) yield { ...sketch, config: config.with(i, less) }
  for (const [i, list] of steps.entries())
    for (const [k, step] of list.entries())
      for (const plainer of plainerSteps(step)) yield { ...sketch, steps: steps.with(i, list.with(k, plainer)) }
  for (const [i, value] of inputs.entries()) if (value > 0) yield { ...sketch, inputs: inputs.with(i, 0) }
  if (pick > 1) for (const less of lesser(pick)) if (less > 0) yield { ...sketch, pick: less }
}

function* shorterLists(list: readonly Step[]): IterableIterator<readonly Step[]> {
  if (list.length > 1) yield []
  if (list.length > 3) yield list.slice(0, list.length >> 1)
  for (let i = list.length - 1; i >= 0; i--) yield list.toSpliced(i, 1)
}

function* plainerSteps(step: Step): IterableIterator<Step> {
  // A decision said plainly says more than one that came about by a doubtful wording.
  if (step.some((value, trait) => value > 0 && trait !== DECISION))
    for (let decision = 0; decision < DECISIONS; decision++) yield PLAIN.with(DECISION, decision)
  for (const [trait, value] of step.entries()) for (const less of lesser(value)) yield step.with(trait, less)
}

function* lesser(value: number): IterableIterator<number> {
  if (value > 0) yield 0
  if (value > 3) yield value >> 1
  if (value > 1) yield value - 1
}
