import { isObject } from '../../src/json/json.ts'

/**
 * What a try is made of, as small numbers. Zero is always what a person would write first, so that shrinking numbers shrinks
 * scripts; texts are derived from them, because generating texts would cost more than everything else together.
 */
export interface Sketch {
  /** Per input: an index into the styles of texts, or into the values its schema allows. */
  readonly inputs: readonly number[]
  /** Per config key: an index into the values tried. */
  readonly config: readonly number[]
  /** Per speaker: its steps in order. */
  readonly steps: readonly (readonly Step[])[]
  /** What comes after the last step: 0 plain replies, 1 the last step again and again. */
  readonly tail: number
  /** Picks what is varied, or which limit is set. */
  readonly pick: number
}

/** One reply: a number per entry of {@link TRAITS}, in their order. */
export type Step = readonly number[]

/** A trait of a reply: its name and how often each value is generated. */
interface Trait {
  readonly name: string
  readonly weights: readonly number[]
}

/**
 * The traits of a reply. Weights were found by planting faults: without many quotes of the criteria, absent and empty parts a
 * third of the faults goes unnoticed.
 */
export const TRAITS = [
  /** Which decision, counted from the first that the schema lists; past the last one it mumbles. */
  { name: 'decision', weights: [1, 1, 1, 1, 1, 1] },
  /** How the reply is given: as data, as JSON, in prose. */
  { name: 'form', weights: [9, 3, 2, 3, 3] },
  /** What is private in it, and how it is marked as such. */
  { name: 'hidden', weights: [5, 3, 2, 2, 2, 1, 1, 1] },
  /** Whether it quotes something: not, whole, in part, spread over a list. */
  { name: 'quote', weights: [4, 3, 3, 3] },
  /** What it quotes; low numbers are the criteria, where there are any. */
  { name: 'of', weights: [3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1] },
  /** Where the quote stands, of the parts the reply has. */
  { name: 'at', weights: [3, 2, 1] },
  /** What its texts look like; the last one, a very long text, is rare because it costs as much as a hundred others. */
  { name: 'style', weights: [160, 20, 10, 10, 10, 10, 10, 10, 10, 1] },
  /** How many entries its lists have, two bits a list. */
  { name: 'lists', weights: [4, 1, 1, 1, 2, 2, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1] },
  /** Which of its parts is empty or absent. */
  { name: 'blank', weights: [10, 2, 2, 1, 1] },
  /** Usage, tool calls, data beside the text. */
  { name: 'extra', weights: [10, 2, 1, 1] },
  /** How it fails. */
  { name: 'fault', weights: [1, 1, 1, 1, 1, 1, 1, 1] },
] as const satisfies readonly Trait[]

/** The name of a trait. */
export type TraitName = (typeof TRAITS)[number]['name']

const INDEX = Object.fromEntries(TRAITS.map(({ name }, index) => [name, index])) as {
  readonly [name in TraitName]: number
}

/** One trait of a step; 0 where the step does not say. */
export const trait = (step: Step, name: TraitName): number => step[INDEX[name]] ?? 0

/** The step that a person would write first. */
export const PLAIN: Step = TRAITS.map(() => 0)

/** A step with some of its traits set. */
export const withTraits = (step: Step, traits: { readonly [name in TraitName]?: number }): Step =>
  TRAITS.map(({ name }) => traits[name] ?? trait(step, name))

/** The k-th step of a speaker, from 1. */
export function stepAt({ steps, tail }: Sketch, speaker: number, k: number): Step {
  const own = steps[speaker] ?? []
  return own[k - 1] ?? (tail === 1 ? own.at(-1) : undefined) ?? PLAIN
}

/** Tells a sketch from anything else that a file may hold. */
export function isSketch(value: unknown): value is Sketch {
  if (!isObject(value)) return false
  const { inputs, config, steps, tail, pick } = value
  return (
    isNumbers(inputs) && isNumbers(config) && isNumbers([tail, pick]) && Array.isArray(steps) && steps.every(isSteps)
  )
}

// Helpers

const isNumbers = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= 1_000 && value.every((one) => Number.isInteger(one) && one >= 0)

const isSteps = (value: unknown): boolean => Array.isArray(value) && value.length <= 1_000 && value.every(isNumbers)
