import type { Json } from '../json/json.ts'
import type { CallRef, EventOf, RunEvent } from '../trace/run.ts'
import { labelsOf } from './slot-labels.ts'

/** A piece of information with its value at one moment. */
export interface LabelledValue {
  readonly label: string
  /** The value's words: one string, or one per entry of a list. */
  readonly words: readonly string[]
  /** The value as it is, where it is no text. */
  readonly value?: Json
}

/** What one call must carry and may depend on, with the values at its moment. Source: docs/information-flow.md. */
export interface Allowance {
  readonly must: readonly LabelledValue[]
  readonly sees: readonly LabelledValue[]
  /** Labels of `must` without a trailing `?` that had no value yet. */
  readonly unborn: readonly string[]
}

/** One instance of a label: an input, or a channel of one reply. */
export interface Instance extends LabelledValue {
  /** The call whose reply it came with; undefined for an input. */
  readonly of: CallRef | undefined
}

/**
 * The values of one scope as its events go by: each label has one living instance, and every instance before it is past.
 * The one place that says which values a slot may have.
 */
export class LivingValues {
  /** Instances that were replaced, in the order in which they were. */
  readonly past: Instance[] = []
  readonly #started: EventOf<'run-started'>
  readonly #living = new Map<string, Instance>()

  constructor(started: EventOf<'run-started'>) {
    this.#started = started
    for (const [label, value] of Object.entries(started.input))
      this.#living.set(label, { label, words: wordsOf(value), ...unlessText(value), of: undefined })
  }

  /** Takes in what an event brings: a reading's field lives until a later reading has that field, so that an adjustment stays. */
  learn(event: RunEvent): void {
    if (event.kind === 'slot-replied') {
      const { text, data } = event.reply
      this.#replace(`${event.slot}.text`, [text], event)
      this.#replace(`${event.slot}.data`, data === undefined ? [] : wordsOf(data), event, data)
    } else if (event.kind === 'decision-read') {
      const { reading, slot } = event
      for (const field of Object.keys(reading)) {
        const value = (reading as unknown as Record<string, Json>)[field]!
        this.#replace(`${slot}.reading.${field}`, wordsOf(value), event, value)
      }
    }
  }

  /** What a call of the slot may have now. */
  allowanceOf(slot: string): Allowance {
    const { must, sees, required } = labelsOf(this.#started.composite, slot)
    return {
      must: this.#valued(must),
      sees: this.#valued(sees),
      unborn: required.filter((label) => !this.#living.has(label)),
    }
  }

  /** The living instances that a call of the slot may not have. */
  othersThan(slot: string): readonly Instance[] {
    const { allowed } = labelsOf(this.#started.composite, slot)
    const others: Instance[] = []
    for (const [label, instance] of this.#living) if (!allowed.has(label)) others.push(instance)
    return others
  }

  #valued(labels: readonly string[]): readonly LabelledValue[] {
    const values: LabelledValue[] = []
    for (const label of labels) {
      const instance = this.#living.get(label)
      if (instance !== undefined) values.push(instance)
    }
    return values
  }

  #replace(label: string, words: readonly string[], of: CallRef, value?: Json): void {
    const before = this.#living.get(label)
    if (before !== undefined) this.past.push(before)
    this.#living.set(label, { label, words, ...unlessText(value), of })
  }
}

// Helpers

const unlessText = (value: Json | undefined): { readonly value?: Json } =>
  value === undefined || typeof value === 'string' ? {} : { value }

/** The texts in a value, a number as its digits; true, false and null tell nothing by themselves. */
function wordsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : []
}
