import type { ExtraBinding, Material, OutputReading } from '../2-extract/material.ts'
import { type ClauseValue, fileValue } from '../contracts/clause-value.ts'
import { isThere, type ServiceState } from './service-states.ts'

/** What the clauses of all contracts can speak of, put together once. */
export interface ClauseTerms {
  readonly material: Material
  readonly states: ReadonlyMap<string, ServiceState>
  /** Outputs by name, where only one has it, and by `service.output`. */
  readonly outputs: ReadonlyMap<string, OutputReading>
  /** Errors that were raised, and errors that a service declares. */
  readonly raised: ReadonlySet<string>
  readonly declared: ReadonlySet<string>
  /**
   * An output as a value: null when it is absent or empty, undefined when it was not read, or when clauses have looked at more by now than
   * those of any run do.
   *
   * @param looks - how often the clause may go through it
   */
  valueOf(output: OutputReading | ExtraBinding, name: string, looks: number): ClauseValue | null | undefined
}

/** Puts together what is named in a run. */
export function clauseTerms(material: Material, states: readonly ServiceState[]): ClauseTerms {
  return {
    material,
    states: new Map(states.map((state) => [state.service.name, state])),
    outputs: byName(material.outputs),
    raised: new Set(states.flatMap(({ error }) => error ?? [])),
    declared: new Set(states.flatMap(({ service }) => service.errors)),
    valueOf: valuesWithin(MOST_LOOKED_AT),
  }
}

// Helpers

/** How many characters clauses go through in all; those after that are decided by no rule. */
const MOST_LOOKED_AT = 2_000_000_000

/** Parsing costs as much as going through a text so many times. */
const PARSING = 20

/** Values are kept, for other clauses on them, as long as their texts have no more characters than these together. */
const MOST_KEPT = 2_000_000

function byName(all: readonly OutputReading[]): ReadonlyMap<string, OutputReading> {
  const named = new Map<string, OutputReading>()
  const shared = new Set<string>()
  for (const output of all) {
    if (named.has(output.name)) shared.add(output.name)
    named.set(output.name, output)
  }
  for (const name of shared) named.delete(name)
  for (const output of all) named.set(`${output.service.name}.${output.name}`, output)
  return named
}

function valuesWithin(most: number): ClauseTerms['valueOf'] {
  const values = new Map<OutputReading | ExtraBinding, ClauseValue>()
  let [left, room] = [most, MOST_KEPT]
  return (output, name, looks) => {
    if ('size' in output && !isThere(output)) return null
    const { text, path, cut } = output
    if (text === null) return undefined
    const known = values.get(output)
    left -= text.length * (looks + (known ? 0 : PARSING))
    if (left < 0) return undefined
    const value = known ?? fileValue(name, path, text, cut)
    if (!known && room >= text.length) {
      room -= text.length
      values.set(output, value)
    }
    return value
  }
}
