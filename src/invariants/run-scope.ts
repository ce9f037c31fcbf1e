import type { CallRef, EventOf, Run, RunEvent, Scope } from '../trace/run.ts'
import { type Allowance, type Instance, type LabelledValue, LivingValues } from './living-values.ts'
import { newsIn, toldBy } from './own-words.ts'

export type { Allowance, LabelledValue } from './living-values.ts'

/** One run of a composite, alone or nested in another: its events, and its calls with what each slot may have. */
export interface RunScope {
  readonly scope: Scope
  readonly started: EventOf<'run-started'>
  /** The scope's own events with their index in the whole run. */
  readonly events: readonly IndexedEvent[]
  readonly calls: readonly JudgedCall[]
  /** Everything private of the whole run. */
  readonly secrets: readonly Secret[]
}

/** What a slot kept to itself in one reply, without what it repeats of its own request. */
export interface Secret {
  /** Index of the `slot-replied` event in the whole run. */
  readonly index: number
  readonly words: readonly string[]
}

/** An event with its index in the whole run. */
export interface IndexedEvent {
  readonly index: number
  readonly event: RunEvent
}

/** One call with what its slot may have at that moment. */
export interface JudgedCall {
  /** Index of the `slot-called` event in the whole run. */
  readonly index: number
  readonly called: EventOf<'slot-called'>
  readonly allowance: Allowance
  /**
   * Texts that exist at that moment and are not allowed: other instances and channels, without anything private, and without what
   * a reply repeats of its own request, which is judged where it comes from.
   */
  readonly foreign: readonly LabelledValue[]
  /** What `ownWords` has found out, by how it was asked; nothing at first. */
  own?: Map<string, string>
}

/**
 * Takes a run apart into its scopes, in the order in which they began. What only some laws ask for is worked out when they do.
 * Not kept per run: a weak map of short-lived runs costs the garbage collector more than taking them apart again.
 */
export function scopesOf(run: Run): readonly RunScope[] {
  const scopes = new Map<Scope, Known>()
  const secrets: Secret[] = []
  for (let index = 0; index < run.events.length; index++) {
    const event = run.events[index]!
    if (event.kind === 'run-started')
      scopes.set(event.scope, {
        started: event,
        events: [],
        calls: [],
        values: new LivingValues(event),
        told: new Map(),
        news: new Map(),
      })
    const known = scopes.get(event.scope)
    if (known === undefined) continue
    known.events.push({ index, event })
    if (event.kind === 'slot-called') known.calls.push(judge(known, index, event))
    else known.values.learn(event)
    if (event.kind === 'slot-replied' && event.reply.private) secrets.push(secretOf(known, index, event))
  }
  return [...scopes].map(([scope, { started, events, calls }]) => ({ scope, started, events, calls, secrets }))
}

// Helpers

interface Known {
  readonly started: EventOf<'run-started'>
  readonly events: IndexedEvent[]
  readonly calls: JudgedCall[]
  readonly values: LivingValues
  /** Index of a call → all that its slot was told, once somebody has asked. */
  readonly told: Map<number, string>
  readonly news: Map<Instance, LabelledValue>
}

function judge(known: Known, index: number, called: EventOf<'slot-called'>): JudgedCall {
  const { values } = known
  const others = values.othersThan(called.slot)
  const before = values.past.length
  let foreign: readonly LabelledValue[] | undefined
  return {
    index,
    called,
    allowance: values.allowanceOf(called.slot),
    get foreign() {
      foreign ??= [...others, ...values.past.slice(0, before)].map((instance) => newsFrom(known, instance))
      return foreign
    },
  }
}

/** An instance without what it repeats; the same object for every call it is foreign to, and worked out when it is looked at. */
function newsFrom(known: Known, instance: Instance): LabelledValue {
  let value = known.news.get(instance)
  if (value === undefined) {
    let words: readonly string[] | undefined
    value = {
      label: instance.label,
      get words() {
        words ??= newsOf(known, instance.of, instance.words)
        return words
      },
    }
    known.news.set(instance, value)
  }
  return value
}

function secretOf(known: Known, index: number, event: EventOf<'slot-replied'>): Secret {
  let words: readonly string[] | undefined
  return {
    index,
    get words() {
      words ??= newsOf(known, event, Object.values(event.reply.private ?? {}))
      return words
    },
  }
}

/** The words without what they repeat of the request that they answer. */
function newsOf({ calls, told }: Known, of: CallRef | undefined, words: readonly string[]): readonly string[] {
  if (of === undefined) return words
  const asked = calls.findLast(({ called }) => called.slot === of.slot && called.call === of.call)
  if (asked === undefined) return words
  let text = told.get(asked.index)
  if (text === undefined) {
    text = toldBy(asked.called)
    told.set(asked.index, text)
  }
  return words.flatMap((word) => newsIn(word, text))
}
