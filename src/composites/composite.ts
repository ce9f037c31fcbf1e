import type { DecisionReader } from '../decisions/reading.ts'
import { TribunalError } from '../errors.ts'
import { deepFreeze } from '../json/deep-freeze.ts'
import { isObject, type JsonObject, type JsonSchema } from '../json/json.ts'
import type { Reply } from './reply.ts'

/**
 * Names a piece of information: an input (`task_brief`) or a channel of a slot (`worker.text`, `critic.reading.reasoning`).
 * A trailing `?` in `must` says "once it exists"; without it, the label must exist whenever the slot is called.
 */
export type Label = string

/** One role of a composite, with its firewall as data. Source: docs/information-flow.md. */
export interface Slot {
  /** The role whose first brief is `task_brief`, byte for byte. */
  readonly primary?: boolean
  /** Labels that the slot's brief carries verbatim. */
  readonly must: readonly Label[]
  /** Labels that the brief may depend on besides `must`; on nothing else. */
  readonly sees: readonly Label[]
  /** What the slot needs, for readers. */
  readonly requires: string
  /** What the slot gives, for readers. */
  readonly ensures: string
  /** What is delegated to the slot, for readers. */
  readonly shape: string
  /** The name under which the slot's last text is bound in a run directory. */
  readonly output: string
  /** The field of a structured reply that is the slot's text, where it has one. */
  readonly textField?: string
  /** What a structured reply looks like, for providers that can enforce it. */
  readonly replySchema?: JsonSchema
  /** How the slot's decision is read; only deciding slots have one. */
  readonly decides?: DecisionReader
  /** Renders the text that the slot receives; depends on `values` alone. */
  brief(values: Values): string
}

/** The named values from which a brief is rendered. */
export type Values = { readonly [name: string]: string | undefined }

/** A request of the composite: ask this slot. */
export interface Call {
  readonly kind: 'call'
  readonly slot: string
  readonly values: Values
}

/** A request of the composite: ask these slots side by side. */
export interface CallAll {
  readonly kind: 'call-all'
  readonly calls: readonly Call[]
}

/** Something worth recording that no slot hears of. */
export type Note =
  | { readonly kind: 'criteria-withheld'; readonly slot: string; readonly fields: readonly string[] }
  | { readonly kind: 'bound-reached'; readonly bound: string; readonly limit: number; readonly unapplied?: string }

/** What a delegation may yield. */
export type Ask = Call | CallAll | { readonly kind: 'note'; readonly note: Note }

/** A composite's program: it yields what it asks for and is fed the replies. */
export type Delegation<T = JsonObject> = Generator<Ask, T, Reply | readonly Reply[] | undefined>

/** A named pattern of roles: its slots, config, laws and delegation. */
export interface Composite<Input = never, Config = never> {
  readonly name: string
  readonly kind: 'composite' | 'pattern'
  readonly version: string
  readonly description: string
  /** JSON Schemas of the inputs; all are required. */
  readonly input: { readonly [name: string]: JsonSchema }
  /** JSON Schemas of the config; each gives its default. */
  readonly config: { readonly [name: string]: JsonSchema }
  readonly slots: { readonly [name: string]: Slot }
  /** What the composite itself does, for readers. */
  readonly self: string
  /** What the composite must not do, for readers and the inspector. */
  readonly prohibited: readonly string[]
  /** Keys of the result. */
  readonly returns: { readonly [key: string]: Returned }
  /** Names of the laws in src/invariants that a finished run keeps. */
  readonly invariants: readonly string[]
  /** The program. */
  delegate(input: Input, config: Config): Delegation
}

/** One key of a composite's result. */
export interface Returned {
  readonly description: string
  /** The slots whose last texts the value is made of; in a run directory their bindings are what the run returns. */
  readonly from?: readonly string[]
  /** Says when the key is there, where it is not always. */
  readonly when?: string
}

/** A composite whose input and config types do not matter to the one who holds it. */
// biome-ignore lint/suspicious/noExplicitAny: the delegate's parameters are checked against its schemas before any call
export type AnyComposite = Composite<any, any>

/**
 * Asks one slot and waits for its reply.
 *
 * @param slot - a slot of the composite
 * @param values - what the slot's brief is rendered from
 *
 * @example
 * ```ts
 * import { call } from 'vitest-tribunal'
 *
 * export function* delegate({ task_brief }: { task_brief: string }) {
 *   const answer = yield* call('speaker', { task_brief })
 *   return { result: answer.text }
 * }
 * ```
 */
export function* call(slot: string, values: Values): Delegation<Reply> {
  return (yield { kind: 'call', slot, values }) as Reply
}

/**
 * Asks several slots side by side; the replies come in the order of the calls, whoever answers first. A member that asks again (a nested
 * composite) waits until all have answered.
 *
 * @param calls - pairs of slot and values
 *
 * @example
 * ```ts
 * import { callAll } from 'vitest-tribunal'
 *
 * export function* delegate({ task_brief }: { task_brief: string }) {
 *   const answers = yield* callAll([['left', { task_brief }], ['right', { task_brief }]])
 *   return { result: answers.map(({ text }) => text) }
 * }
 * ```
 */
export function* callAll(calls: readonly (readonly [slot: string, values: Values])[]): Delegation<readonly Reply[]> {
  return (yield {
    kind: 'call-all',
    calls: calls.map(([slot, values]) => ({ kind: 'call', slot, values })),
  }) as readonly Reply[]
}

/** Tells something that a delegation may yield from anything else, as a call without its star. */
export function isAsk(value: unknown): value is Ask {
  if (!isObject(value)) return false
  if (value.kind === 'note') return isObject(value.note) && NOTES.has(value.note.kind)
  return value.kind === 'call' || (value.kind === 'call-all' && Array.isArray(value.calls))
}

/**
 * Records something in the trace; no slot hears of it.
 *
 * @param note - what is worth recording
 *
 * @example
 * ```ts
 * import { call, note } from 'vitest-tribunal'
 *
 * export function* delegate({ task_brief }: { task_brief: string }) {
 *   const answer = yield* call('speaker', { task_brief })
 *   yield* note({ kind: 'bound-reached', bound: 'max_rounds', limit: 1 })
 *   return { result: answer.text }
 * }
 * ```
 */
export function* note(note: Note): Delegation<void> {
  yield { kind: 'note', note }
}

/**
 * Checks and freezes a composite.
 *
 * @param composite - the definition
 * @throws TribunalError `invalid-composite` when a label names no input or slot, a name repeats, or there are two primary slots
 *
 * @example
 * ```ts
 * import { call, defineComposite } from 'vitest-tribunal'
 *
 * export const echo = defineComposite({
 *   name: 'echo', kind: 'pattern', version: '0.1.0', description: 'One role answers.',
 *   input: { task_brief: { type: 'string', minLength: 1 } }, config: {},
 *   slots: {
 *     speaker: {
 *       primary: true, must: ['task_brief'], sees: [], output: 'answer',
 *       requires: 'the task', ensures: 'an answer', shape: 'answer the task',
 *       brief: ({ task_brief = '' }) => task_brief,
 *     },
 *   },
 *   self: 'pass the task on', prohibited: [], invariants: [],
 *   returns: { result: { description: 'the answer' } },
 *   *delegate({ task_brief }: { task_brief: string }) {
 *     const answer = yield* call('speaker', { task_brief })
 *     return { result: answer.text }
 *   },
 * })
 * ```
 */
export function defineComposite<Input, Config>(composite: Composite<Input, Config>): Composite<Input, Config> {
  const faults = [...faultsOf(composite)]
  if (faults.length > 0)
    throw new TribunalError('invalid-composite', `Composite "${composite.name}": ${faults.join('; ')}.`, {
      details: { composite: composite.name, faults },
    })
  return deepFreeze(composite)
}

// Helpers

const NOTES: ReadonlySet<unknown> = new Set<Note['kind']>(['criteria-withheld', 'bound-reached'])

/** Names become names of files in a run directory. */
const FILE_NAME = /^[a-z][a-z0-9_-]*$/
const NAMED = 'is not lower-case words joined by hyphens or underscores'

function* faultsOf(composite: AnyComposite): Generator<string> {
  if (!/^[a-z][a-z0-9-]*$/.test(composite.name)) yield 'its name is not lower-case words joined by hyphens'
  const absent = (['slots', 'input', 'config', 'returns'] as const).filter((part) => !isObject(composite[part]))
  for (const part of absent) yield `its ${part} is no object`
  if (absent.length > 0) return
  const slots = Object.entries(composite.slots)
  if (slots.length === 0) yield 'it has no slot'
  if (slots.filter(([, slot]) => slot.primary).length > 1) yield 'it has more than one primary slot'
  for (const name of [composite.input, composite.config, composite.returns].flatMap(Object.keys))
    if (!FILE_NAME.test(name)) yield `"${name}" ${NAMED}`
  for (const [key, { from = [] }] of Object.entries(composite.returns))
    for (const slot of from)
      if (!Object.hasOwn(composite.slots, slot)) yield `"${key}" is returned from "${slot}", which is no slot`
  for (const [name, slot] of slots) {
    if (!FILE_NAME.test(name)) yield `slot "${name}" ${NAMED}`
    if (!FILE_NAME.test(slot.output)) yield `output "${slot.output}" of slot "${name}" ${NAMED}`
    // Each has a folder or a file of its own in a run directory.
    if (name === 'caller' || name === composite.name) yield `slot "${name}" has the name of another party to the run`
    if (slot.output === 'brief') yield `output "brief" of slot "${name}" has the name of what the slot is given`
    if (Object.hasOwn(composite.input, name)) yield `"${name}" is both a slot and an input`
    for (const label of [...slot.must, ...slot.sees])
      if (!isKnown(composite, label.replace(/\?$/, '')))
        yield `slot "${name}" names "${label}", which is neither an input nor a channel of a slot`
  }
}

function isKnown(composite: AnyComposite, label: Label): boolean {
  if (Object.hasOwn(composite.input, label)) return true
  const [slot = '', channel = '', field, ...rest] = label.split('.')
  if (!Object.hasOwn(composite.slots, slot) || rest.length > 0) return false
  if (channel === 'reading') return composite.slots[slot]!.decides !== undefined && field !== undefined && field !== ''
  return field === undefined && (channel === 'text' || channel === 'data')
}
