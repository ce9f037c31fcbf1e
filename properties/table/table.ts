import { TribunalError } from '../../src/errors.ts'
import type { ModelProvider, ModelReply, ModelRequest } from '../../src/providers/model.ts'
import { ModelFault } from '../../src/providers/model.ts'
import type { Step as ScriptStep } from '../../src/providers/script-steps.ts'
import { renderReply } from './render-reply.ts'
import type { InputShape, Shape } from './shape.ts'
import { PLAIN, type Sketch, type Step, stepAt, trait, withTraits } from './sketch.ts'
import { type Change, wordsOf } from './texts.ts'

/** What one run of a try differs in from the others. */
export interface TableOptions {
  /** One datum that is something else. */
  readonly change?: { readonly key: string; readonly how: Change }
  /** Whether each slot says the same in all its replies, decisions apart. */
  readonly steady?: boolean
}

/**
 * A table of data and the model that speaks from it: replies are rendered by position, the k-th of each slot, and never
 * computed from a request. One table serves one run. Source: shared/information-flow.md.
 */
export class Table implements ModelProvider {
  readonly id = 'table'
  readonly input: { readonly [name: string]: unknown }
  /** Keys of all data in order of birth, absent ones included; inputs first. */
  readonly born: string[] = []
  /** How many of them were born before the last call. */
  bornBeforeLast = 0
  /** What was said, per speaker, as steps of a script. */
  readonly said = new Map<string, Exclude<ScriptStep, string | ((...request: never) => unknown)>[]>()
  readonly #shape: Shape
  readonly #sketch: Sketch
  readonly #options: TableOptions
  /** Words that may be quoted, by position in `born`. */
  readonly #quotable: string[] = []

  constructor(shape: Shape, sketch: Sketch, options: TableOptions = {}) {
    this.#shape = shape
    this.#sketch = sketch
    this.#options = options
    this.input = Object.fromEntries(
      shape.inputs.map((input, i) => [input.name, this.#inputOf(input, sketch.inputs[i] ?? 0)]),
    )
  }

  /** The config of the sketch. */
  get config(): { readonly [name: string]: unknown } {
    const { config } = this.#shape
    return Object.fromEntries(
      config.flatMap(({ name, values }, i) =>
        values.length === 0 ? [] : [[name, values[(this.#sketch.config[i] ?? 0) % values.length]]],
      ),
    )
  }

  respond({ slot }: ModelRequest): ModelReply {
    const index = this.#shape.speakers.findIndex(({ path }) => path === slot)
    const speaker = this.#shape.speakers[index]
    if (speaker === undefined)
      throw new TribunalError(
        'invalid-input',
        `A request goes to slot "${slot}", which is not among ${this.#shape.speakers.map(({ path }) => `"${path}"`).join(', ')}. ` +
          'Declare the slot, or give a route that names one of them.',
      )
    this.bornBeforeLast = this.born.length
    const said = this.said.get(slot) ?? []
    if (said.length === 0) this.said.set(slot, said)
    const k = said.length + 1
    const reply = renderReply(speaker, this.#stepOf(index, k), this.#options.steady ? '' : `#${k}`, k, this)
    said.push(reply)
    if (reply instanceof ModelFault) throw reply
    return reply
  }

  /** How the datum differs in this run, if it does. */
  changeOf(key: string): Change | undefined {
    const { change } = this.#options
    return change?.key === key ? change.how : undefined
  }

  /** Takes down a datum; `words` is empty where it is absent. */
  register(key: string, words: string): void {
    this.born.push(key)
    this.#quotable.push(words)
  }

  /** What a quote of a step is of: low numbers mean the criteria, where there are any. */
  quoteOf(step: Step): { readonly key: string; readonly words: string } | undefined {
    const of = trait(step, 'of')
    const criteria = of < 3 ? this.born.findIndex((key) => CRITERIA.test(key)) : -1
    const index = criteria >= 0 ? criteria : this.born.length - 1 - (of % Math.max(1, this.born.length))
    const key = this.born[index]
    const words = this.#quotable[index]
    return key === undefined || words === undefined || words === '' ? undefined : { key, words }
  }

  #stepOf(speaker: number, k: number): Step {
    const step = stepAt(this.#sketch, speaker, k)
    if (!this.#options.steady) return step
    const first = this.#sketch.steps[speaker]?.[0] ?? PLAIN
    const [decision, extra, fault] = (['decision', 'extra', 'fault'] as const).map((name) => trait(step, name))
    return withTraits(first, { decision: decision!, extra: extra!, fault: fault! })
  }

  #inputOf({ name, schema, fixed }: InputShape, style: number): unknown {
    if (fixed !== undefined) return fixed
    if (Array.isArray(schema.enum)) return schema.enum[style % schema.enum.length]
    if (schema.type === 'boolean') return style % 2 === 1
    if (schema.type === 'integer' || schema.type === 'number') return Number(schema.minimum ?? 0) + style
    const change = this.changeOf(name)
    // An input is never blank: composites refuse that before the first call.
    const words = wordsOf(name, style, change === 'blank' ? 'other' : change)
    this.register(name, words)
    return words
  }
}

// Helpers

/** Declared as what is withheld, whichever scope it belongs to. */
const CRITERIA = /(?:^|\/)criteria$/
