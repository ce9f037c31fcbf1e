import type { Json } from '../json/json.ts'
import type { CallRef, EventOf, Run, RunEvent, Scope } from '../trace/run.ts'
import { newsIn, toldBy } from './own-words.ts'
import { labelsOf } from './slot-labels.ts'

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

/** A piece of information with its value at one moment. */
export interface LabelledValue {
  readonly label: string
  /** The value's words: one string, or one per entry of a list. */
  readonly words: readonly string[]
}

/** What one call must carry and may depend on, with the values at its moment. Source: shared/information-flow.md. */
export interface Allowance {
  readonly must: readonly LabelledValue[]
  readonly sees: readonly LabelledValue[]
  /** Labels of `must` without a trailing `?` that had no value yet. */
  readonly unborn: readonly string[]
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
}

/**
 * Takes a run apart into its scopes, in the order in which they began. What only some laws ask for is worked out when they do.
 * Not kept per run: a weak map of short-lived runs costs the garbage collector more than taking them apart again.
 */
export function scopesOf(run: Run): readonly RunScope[] {
  const scopes = new Map<Scope, Known>()
  const secrets: Secret[] = []
  for (const [index, event] of run.events.entries()) {
    if (event.kind === 'run-started') scopes.set(event.scope, begin(event))
    const known = scopes.get(event.scope)
    if (known === undefined) continue
    known.events.push({ index, event })
    if (event.kind === 'slot-called') known.calls.push(judge(known, index, event))
    else learn(known, event)
    if (event.kind === 'slot-replied' && event.reply.private) secrets.push(secretOf(known, index, event))
  }
  return [...scopes].map(([scope, { started, events, calls }]) => ({ scope, started, events, calls, secrets }))
}

// Helpers

interface Known {
  readonly started: EventOf<'run-started'>
  readonly events: IndexedEvent[]
  readonly calls: JudgedCall[]
  /** Label → its one living instance. */
  readonly living: Map<string, Instance>
  /** Instances that were replaced. */
  readonly past: Instance[]
}

interface Instance {
  readonly label: string
  readonly words: readonly string[]
  /** The words without what they repeat of the request that they answer. */
  news(): readonly string[]
}

function begin(started: EventOf<'run-started'>): Known {
  const living = new Map<string, Instance>()
  for (const [label, value] of Object.entries(started.input)) {
    const words = wordsOf(value)
    living.set(label, { label, words, news: () => words })
  }
  return { started, events: [], calls: [], living, past: [] }
}

/** A reading's field lives until a later reading has that field: an adjustment stays through a `continue`. */
function learn(known: Known, event: RunEvent): void {
  if (event.kind === 'slot-replied') {
    const { text, data = null } = event.reply
    replace(known, event, 'text', [text])
    replace(known, event, 'data', wordsOf(data))
  }
  if (event.kind === 'decision-read')
    for (const [field, value] of Object.entries(event.reading))
      replace(known, event, `reading.${field}`, wordsOf(value as Json))
}

function replace(known: Known, of: CallRef, channel: string, words: readonly string[]): void {
  const label = `${of.slot}.${channel}`
  const before = known.living.get(label)
  if (before !== undefined) known.past.push(before)
  known.living.set(label, { label, words, news: once(() => newsOf(known, of, words)) })
}

const secretOf = (known: Known, index: number, event: EventOf<'slot-replied'>): Secret => {
  const words = once(() => newsOf(known, event, Object.values(event.reply.private ?? {})))
  return {
    index,
    get words() {
      return words()
    },
  }
}

function newsOf({ calls }: Known, { slot, call }: CallRef, words: readonly string[]): readonly string[] {
  const asked = calls.findLast(({ called }) => called.slot === slot && called.call === call)
  return asked === undefined ? words : words.flatMap((word) => newsIn(word, toldBy(asked.called)))
}

function judge({ started, living, past }: Known, index: number, called: EventOf<'slot-called'>): JudgedCall {
  const { must, sees, allowed } = labelsOf(started.composite, called.slot)
  const valued = (labels: readonly string[]): readonly LabelledValue[] => {
    const values: LabelledValue[] = []
    for (const label of labels) {
      const instance = living.get(label)
      if (instance !== undefined) values.push({ label, words: instance.words })
    }
    return values
  }
  const others: Instance[] = []
  for (const [label, instance] of living) if (!allowed.has(label)) others.push(instance)
  const before = past.length
  const foreign = once(() =>
    [...others, ...past.slice(0, before)].map(({ label, news }): LabelledValue => ({ label, words: news() })),
  )
  return {
    index,
    called,
    allowance: {
      must: valued(must.labels),
      sees: valued(sees.labels),
      unborn: must.required.filter((label) => !living.has(label)),
    },
    get foreign() {
      return foreign()
    },
  }
}

/** Works a value out the first time it is asked for. */
function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined
  return () => {
    done ??= { value: work() }
    return done.value
  }
}

/** The texts in a value, a number as its digits; true, false and null tell nothing by themselves. */
function wordsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : []
}
