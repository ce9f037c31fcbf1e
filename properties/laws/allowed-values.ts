import { withhold } from '../../src/composites/withhold.ts'
import { type Allowance, LivingValues } from '../../src/invariants/living-values.ts'
import type { JudgedCall, RunScope } from '../../src/invariants/run-scope.ts'
import type { Json } from '../../src/json/json.ts'
import type { EventOf, Run } from '../../src/trace/run.ts'

/** One run of a composite within a run, as far as its calls and what they may have go. */
export type CallScope = Pick<RunScope, 'scope' | 'started' | 'events' | 'secrets'> & { readonly calls: JudgedCall[] }

/** One call of a run with all that its request may depend on. */
export interface CallWithValues {
  /** Index of the `slot-called` event in the run. */
  readonly index: number
  readonly called: EventOf<'slot-called'>
  /** The values of `must` and `sees` at that moment as one text, each as withholding leaves it. */
  readonly allowed: string
}

/** The calls of a run with what each may have, and nothing else: tries are many. */
export function callScopes(run: Run): readonly CallScope[] {
  return [...passOver(run).values()].map(({ scope }) => scope)
}

/** The calls of a run, nested ones included, in the order in which they were made. */
export function callsWithValues(run: Run): readonly CallWithValues[] {
  const calls: CallWithValues[] = []
  for (const { scope, criteria } of passOver(run).values())
    for (const { index, called, allowance } of scope.calls)
      calls.push({ index, called, allowed: textOf(allowance, criteria) })
  return calls.sort((a, b) => a.index - b.index)
}

// Helpers

interface Passing {
  readonly scope: CallScope
  readonly values: LivingValues
  readonly criteria: string
}

const NONE: readonly never[] = []

function passOver({ events }: Run): ReadonlyMap<string, Passing> {
  const scopes = new Map<string, Passing>()
  for (let index = 0; index < events.length; index++) {
    const event = events[index]!
    if (event.kind === 'run-started') {
      const { criteria } = event.input
      const scope = { scope: event.scope, started: event, events: NONE, secrets: NONE, calls: [] }
      scopes.set(event.scope, {
        scope,
        values: new LivingValues(event),
        criteria: typeof criteria === 'string' ? criteria : '',
      })
      continue
    }
    const known = scopes.get(event.scope)
    if (known === undefined) continue
    if (event.kind !== 'slot-called') known.values.learn(event)
    else
      known.scope.calls.push({ index, called: event, allowance: known.values.allowanceOf(event.slot), foreign: NONE })
  }
  return scopes
}

function textOf({ must, sees }: Allowance, criteria: string): string {
  let all = ''
  for (const values of [must, sees])
    for (const { label, words, value } of values) {
      all += `\u0001${label}`
      // Only what a slot says can quote the criteria.
      // True and false have no words, and yet may be told.
      if (value !== undefined) all += `\u0003${flagsOf(value)}`
      for (const word of words) all += `\u0002${label.includes('.') ? withhold(word, criteria) : word}`
    }
  return all
}

/** What of a value has no words: true, false and null, with where they stand. */
function flagsOf(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object') return ''
  let flags = ''
  for (const [key, part] of Object.entries(value)) {
    const found = flagsOf(part)
    if (found !== '') flags += `${key}:${found};`
  }
  return flags
}
