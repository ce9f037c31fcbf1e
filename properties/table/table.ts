import { TribunalError } from '../../src/errors.ts'
import type { ModelProvider, ModelReply, ModelRequest } from '../../src/providers/model.ts'
import { ModelFault } from '../../src/providers/model.ts'
import { settleReply } from '../../src/providers/settle-reply.ts'
import { isText, madeUp } from './made-up.ts'
import { renderReply } from './render-reply.ts'
import type { InputShape, Shape, Speaker } from './shape.ts'
import { PLAIN, type Sketch, type Step, stepAt, trait, withTraits } from './sketch.ts'
import type { Change } from './texts.ts'

/** What one run of a try differs in from the others. */
export interface TableOptions {
  /** One datum that is something else. */
  readonly change?: { readonly key: string; readonly how: Change }
  /** The table of a run of the same sketch, from which replies are taken that are the same here. */
  readonly like?: Table
  /** Whether each slot says the same in all its replies, decisions apart. */
  readonly steady?: boolean
  /** Whether replies that say what they cost have cost more. */
  readonly dearer?: boolean
}

/** A reply with the data in it, as a stretch of `born`, and what it quotes. */
interface Rendered {
  readonly written: ModelReply | ModelFault
  readonly reply: ModelReply | ModelFault
  readonly from: number
  readonly to: number
  readonly quoting: string | undefined
}

/**
 * A table of data and the model that speaks from it: replies are rendered by position, the k-th of each slot, and never
 * computed from a request. One table serves one run. Source: docs/information-flow.md.
 */
export class Table implements ModelProvider {
  readonly id = 'table'
  readonly input: { readonly [name: string]: unknown }
  /** Keys of all data in order of birth, absent ones included; inputs first. */
  readonly born: string[] = []
  /** How many of them were born before the last call. */
  bornBeforeLast = 0
  /** What was said, per speaker, as steps of a script. */
  readonly said = new Map<string, (ModelReply | ModelFault)[]>()
  readonly #shape: Shape
  readonly #sketch: Sketch
  readonly #options: TableOptions
  readonly #rendered = new Map<string, Rendered>()
  /** What the reply at hand would quote, absent or not. */
  #quoting: string | undefined
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
    const { speakers } = this.#shape
    let index = 0
    while (index < speakers.length && speakers[index]!.path !== slot) index++
    const speaker = speakers[index]
    if (speaker === undefined)
      throw new TribunalError(
        'invalid-input',
        `A request goes to slot "${slot}", which is not among ${this.#shape.speakers.map(({ path }) => `"${path}"`).join(', ')}. ` +
          'Declare the slot, or give a route that names one of them.',
      )
    this.bornBeforeLast = this.born.length
    let said = this.said.get(slot)
    if (said === undefined) {
      said = []
      this.said.set(slot, said)
    }
    const k = said.length + 1
    const { written, reply } = this.#alike(slot, k) ?? this.#render(speaker, slot, index, k)
    // A script is printed as it was written, before anything private is taken out.
    said.push(written)
    if (reply instanceof ModelFault) throw reply
    return reply
  }

  #render(speaker: Speaker, slot: string, index: number, k: number): Rendered {
    const from = this.born.length
    this.#quoting = undefined
    const written = renderReply(speaker, this.#stepOf(index, k), this.#options.steady ? '' : `#${k}`, k, this)
    const reply = written instanceof ModelFault ? written : settleReply(written)
    const rendered = { written, reply, from, to: this.born.length, quoting: this.#quoting }
    this.#rendered.set(`${slot}#${k}`, rendered)
    return rendered
  }

  /** The reply of the other table at this position, if what differs between the two is no part of it. */
  #alike(slot: string, k: number): Rendered | undefined {
    const { like, change } = this.#options
    if (like === undefined) return undefined
    const known = like.#rendered.get(`${slot}#${k}`)
    if (known === undefined) return undefined
    if (this.dearer && !(known.written instanceof ModelFault) && known.written.usage !== undefined) return undefined
    if (change !== undefined) {
      if (known.quoting === change.key) return undefined
      for (let i = known.from; i < known.to; i++) if (like.born[i] === change.key) return undefined
    }
    for (let i = known.from; i < known.to; i++) this.register(like.born[i]!, like.#quotable[i]!)
    return known
  }

  /** Whether replies cost more than they would. */
  get dearer(): boolean {
    return this.#options.dearer ?? false
  }

  /** How the datum differs in this run, if it does. */
  changeOf(key: string): Change | undefined {
    const { change } = this.#options
    return change?.key === key ? change.how : undefined
  }

  /** Whether a datum is an input that is no text: as a limit or a switch it may steer who is asked. */
  isSetting(key: string): boolean {
    const input = this.#shape.inputs.find(({ name }) => name === key)
    return input !== undefined && !isText(input.schema)
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
    this.#quoting = key
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
    if (schema.const !== undefined) return schema.const
    const { value, words } = madeUp(schema, name, style, this.changeOf(name))
    this.register(name, words)
    return value
  }
}

// Helpers

/** Declared as what is withheld, whichever scope it belongs to. */
const CRITERIA = /(?:^|\/)criteria$/
