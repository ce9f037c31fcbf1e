import type { Label, Slot } from '../../src/composites/composite.ts'
import type { CompositeDescription } from '../../src/composites/describe.ts'
import { TribunalError } from '../../src/errors.ts'
import { isObject, type JsonSchema } from '../../src/json/json.ts'
import type { ModelProvider, ModelRequest } from '../../src/providers/model.ts'

/** A program that is not ours: it is given its inputs and a model, and may do whatever it likes in between. */
export type Program = (input: { readonly [name: string]: string }, model: ModelProvider) => unknown

/** What a slot of a program can be told to say. */
export interface ProgramSlot extends Partial<Pick<Slot, 'primary' | 'replySchema' | 'textField'>> {
  /** Reads the slot's decision, where labels such as `critic.reading.verdict` are used. */
  readonly decides?: Slot['decides']
  /** Beginnings of replies that steer a program which reads no structure, as `APPROVED`; one more reply has none of them. */
  readonly says?: readonly string[]
}

/** What a program is made of, and what each of its slots must and may see. */
export interface ProgramFirewall {
  /** Its slots: names, or names with what they can say. */
  readonly slots: readonly string[] | { readonly [slot: string]: ProgramSlot }
  /** Per slot, the labels that its requests carry verbatim. */
  readonly must: { readonly [slot: string]: readonly Label[] }
  /** Per slot, the labels that its requests may depend on as well. */
  readonly sees?: { readonly [slot: string]: readonly Label[] }
  /** Its inputs: names of texts, or names with JSON Schemas. */
  readonly inputs: readonly string[] | { readonly [name: string]: JsonSchema }
  /** Which slot a request is for; by default the one that the request names. */
  readonly route?: (request: ModelRequest) => string
}

/** The slots with what they can say. */
export const slotsOf = ({ slots }: Pick<ProgramFirewall, 'slots'>): { readonly [slot: string]: ProgramSlot } =>
  isList(slots) ? Object.fromEntries(slots.map((slot) => [slot, {}])) : slots

/** What the firewall is as data; undefined where functions are part of it. */
export function plainFirewall({ slots, must, sees, inputs, route }: ProgramFirewall): object | undefined {
  if (route !== undefined || Object.values(slotsOf({ slots })).some(({ decides }) => decides !== undefined))
    return undefined
  return { slots, must, ...(sees && { sees }), inputs }
}

/** The inputs with their schemas. */
export const inputSchemas = ({ inputs }: Pick<ProgramFirewall, 'inputs'>): { readonly [name: string]: JsonSchema } =>
  isList(inputs) ? Object.fromEntries(inputs.map((name) => [name, { type: 'string' }])) : inputs

/**
 * Describes a program as a composite is described.
 *
 * @throws TribunalError `invalid-input` naming every slot and label that does not exist
 */
export function describeProgram(name: string, firewall: ProgramFirewall): CompositeDescription {
  const { must, sees = {} } = firewall
  refuseFaults(name, [...shapeFaultsOf(firewall)])
  const slots = slotsOf(firewall)
  const inputs = Object.keys(inputSchemas(firewall))
  const faults = [...faultsOf(Object.keys(slots), inputs, { must, sees })]
  refuseFaults(name, faults)
  const nothing = { requires: '', ensures: '', shape: '' }
  return {
    name,
    version: '0',
    description: '',
    self: '',
    prohibited: [],
    invariants: [],
    inputs,
    bounds: [],
    returns: {},
    slots: Object.fromEntries(
      Object.entries(slots).map(([slot, { primary = false }]) => [
        slot,
        { ...nothing, primary, must: ownOf(must, slot), sees: ownOf(sees, slot), output: slot },
      ]),
    ),
  }
}

// Helpers

const ownOf = (labels: { readonly [slot: string]: readonly Label[] }, slot: string): readonly Label[] =>
  Object.hasOwn(labels, slot) ? labels[slot]! : []

const isList = (value: readonly string[] | object): value is readonly string[] => Array.isArray(value)

function refuseFaults(name: string, faults: readonly string[]): void {
  if (faults.length > 0)
    throw new TribunalError(
      'invalid-input',
      `Cannot check "${name}": ${faults.join('; ')}. Correct the options of the check.`,
      { details: { faults } },
    )
}

/** What no type has kept out: options may come from JavaScript, or from a file. */
function* shapeFaultsOf(given: ProgramFirewall): Generator<string> {
  const { slots, inputs, must, sees = {}, route } = given as unknown as { readonly [option: string]: unknown }
  for (const [option, names] of Object.entries({ slots, inputs }))
    if (!isObject(names) && !isTexts(names)) yield `${option} is neither a list of names nor an object with them`
  for (const [option, labels] of Object.entries({ must, sees }))
    if (!isObject(labels)) yield `${option} is no object with a list of labels per slot`
    else
      for (const [slot, list] of Object.entries(labels))
        if (!isTexts(list)) yield `${option}.${slot} is no list of labels`
  if (route !== undefined && typeof route !== 'function') yield 'route is no function'
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string')

function* faultsOf(
  slots: readonly string[],
  inputs: readonly string[],
  labels: { readonly [option: string]: { readonly [slot: string]: readonly Label[] } },
): Generator<string> {
  if (slots.length === 0) yield 'slots is empty'
  for (const [option, bySlot] of Object.entries(labels))
    for (const [slot, list] of Object.entries(bySlot)) {
      if (!slots.includes(slot)) yield `${option}.${slot} is no slot`
      for (const label of list)
        if (!isKnown(label.replace(/\?$/, ''))) yield `${option}.${slot} names "${label}", which does not exist`
    }

  function isKnown(label: string): boolean {
    const [slot = '', channel = '', field] = label.split('.')
    if (inputs.includes(label)) return true
    if (!slots.includes(slot)) return false
    return channel === 'reading' ? field !== undefined && field !== '' : channel === 'text' || channel === 'data'
  }
}
