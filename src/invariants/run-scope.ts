import type { Json } from '../json/json.ts'
import type { EventOf, Run, RunEvent, Scope } from '../trace/run.ts'

/** One run of a composite, alone or nested in another: its events, and its calls with what each slot may have. */
export interface RunScope {
  readonly scope: Scope
  readonly started: EventOf<'run-started'>
  /** The scope's own events with their index in the whole run. */
  readonly events: readonly IndexedEvent[]
  readonly calls: readonly JudgedCall[]
  /** Every private text of the whole run. */
  readonly secrets: readonly string[]
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
  /** Texts that exist at that moment and are not allowed: other instances and channels, without anything private. */
  readonly foreign: readonly LabelledValue[]
}

/** Takes a run apart into its scopes, in the order in which they began. */
export function scopesOf(run: Run): readonly RunScope[] {
  const scopes = new Map<Scope, Known>()
  const secrets: string[] = []
  for (const [index, event] of run.events.entries()) {
    if (event.kind === 'run-started') scopes.set(event.scope, begin(event))
    const known = scopes.get(event.scope)
    if (known === undefined) continue
    known.events.push({ index, event })
    if (event.kind === 'slot-called') known.calls.push(judge(known, index, event))
    else learn(known, event)
    if (event.kind === 'slot-replied')
      for (const secret of Object.values(event.reply.private ?? {})) secrets.push(secret)
  }
  return [...scopes].map(([scope, { started, events, calls }]) => ({ scope, started, events, calls, secrets }))
}

// Helpers

interface Known {
  readonly started: EventOf<'run-started'>
  readonly events: IndexedEvent[]
  readonly calls: JudgedCall[]
  /** Label → words of its one living instance. */
  readonly living: Map<string, readonly string[]>
  /** Instances that were replaced. */
  readonly past: LabelledValue[]
}

function begin(started: EventOf<'run-started'>): Known {
  const living = new Map(Object.entries(started.input).map(([name, value]) => [name, wordsOf(value)]))
  return { started, events: [], calls: [], living, past: [] }
}

/** A reading's field lives until a later reading has that field: an adjustment stays through a `continue`. */
function learn(known: Known, event: RunEvent): void {
  if (event.kind === 'slot-replied') {
    replace(known, `${event.slot}.text`, [event.reply.text])
    replace(known, `${event.slot}.data`, event.reply.data === undefined ? [] : wordsOf(event.reply.data))
  }
  if (event.kind === 'decision-read')
    for (const [field, value] of Object.entries(event.reading))
      replace(known, `${event.slot}.reading.${field}`, wordsOf(value as Json))
}

function replace({ living, past }: Known, label: string, words: readonly string[]): void {
  const before = living.get(label)
  if (before !== undefined) past.push({ label, words: before })
  living.set(label, words)
}

function judge({ started, living, past }: Known, index: number, called: EventOf<'slot-called'>): JudgedCall {
  const { must = [], sees = [] } = started.composite.slots[called.slot] ?? {}
  const allowed = new Set([...must, ...sees].map(bare))
  const valued = (labels: readonly string[]) =>
    labels.flatMap((written) => {
      const words = living.get(bare(written))
      return words === undefined ? [] : [{ label: bare(written), words }]
    })
  const others = [...living].filter(([label]) => !allowed.has(label)).map(([label, words]) => ({ label, words }))
  return {
    index,
    called,
    allowance: {
      must: valued(must),
      sees: valued(sees),
      unborn: must.filter((label) => !label.endsWith('?') && !living.has(label)),
    },
    foreign: [...others, ...past],
  }
}

const bare = (label: string) => label.replace(/\?$/, '')

function wordsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((item) => wordsOf(item as Json))
  return value === null || typeof value === 'boolean' ? [] : [JSON.stringify(value)]
}
