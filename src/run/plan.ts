import type { AnyComposite, Slot } from '../composites/composite.ts'
import { TribunalError } from '../errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json/json.ts'
import { sealed } from './sealed.ts'
import { compiled } from './validate.ts'

/** Fills a slot with another composite: the slot's brief becomes its `task_brief`. */
export interface Binding {
  readonly composite: AnyComposite
  /** Its other inputs, as `criteria`. */
  readonly input?: { readonly [name: string]: Json }
  readonly config?: { readonly [name: string]: Json }
  readonly components?: Components
}

/** Slot → the name of the model role that fills it, or another composite. A slot that is not named is filled by its own name. */
export type Components = { readonly [slot: string]: string | Binding }

/** A composite made ready to run: checked input, config with its defaults, each slot with what fills it. */
export interface Plan {
  readonly composite: AnyComposite
  readonly input: JsonObject
  readonly config: JsonObject
  readonly slots: { readonly [slot: string]: SlotPlan }
  /** Slot path → component, those of nested slots included. */
  readonly components: { readonly [slot: string]: string }
}

/** One slot of a plan. */
export interface SlotPlan {
  readonly slot: Slot
  /** The slot's name; in a nested run the path that leads to it, as `worker/critic`. */
  readonly path: string
  readonly component: string
  readonly nested: Plan | undefined
}

/** What a plan is made from. */
export interface PlanOptions {
  readonly input: { readonly [name: string]: Json }
  readonly config?: { readonly [name: string]: Json }
  readonly components?: Components
}

/**
 * Checks everything that a run is given and makes it ready.
 *
 * @param faults - what was found wrong with the run's other options; told with the rest
 * @throws TribunalError `invalid-input`, naming every offending path at once
 */
export function planRun(composite: AnyComposite, options: PlanOptions, faults: string[] = []): Plan {
  const plan = planInto(faults, composite, options, '', '')
  if (faults.length === 0) return plan
  throw new TribunalError(
    'invalid-input',
    `Cannot run "${composite.name}": ${faults.join('; ')}. Nothing was called; correct the options of the run.`,
    { details: { composite: composite.name, faults } },
  )
}

// Helpers

function planInto(faults: string[], composite: AnyComposite, options: PlanOptions, at: string, path: string): Plan {
  const schemas = compiled(composite)
  const input = stated(options.input, composite.input)
  const config = { ...schemas.defaults, ...stated(options.config, composite.config) }
  for (const fault of schemas.input(input)) faults.push(`${at}input${fault}`)
  for (const fault of schemas.config(config)) faults.push(`${at}config${fault}`)
  const filling = fill(faults, composite, options.components, at, path)
  const record = (name: string, value: object): JsonObject => {
    const found = sealed(value)
    if (found === undefined) faults.push(`${at}${name} holds something that JSON cannot carry`)
    return found ?? {}
  }
  return Object.freeze({
    composite,
    input: record('input', input),
    config: record('config', config),
    ...filling,
  })
}

type Filling = Pick<Plan, 'slots' | 'components'>

// Most runs name no components: what fills the slots of a composite then is always the same.
const unnamed = new WeakMap<AnyComposite, Filling>()

function fill(faults: string[], composite: AnyComposite, named: unknown, at: string, path: string): Filling {
  if (named !== undefined || path !== '') return fillFrom(faults, composite, named, at, path)
  let filling = unnamed.get(composite)
  if (filling === undefined) {
    filling = fillFrom(faults, composite, {}, at, path)
    unnamed.set(composite, filling)
  }
  return filling
}

function fillFrom(faults: string[], composite: AnyComposite, named: unknown, at: string, path: string): Filling {
  const given = isObject(named) ? (named as Components) : {}
  const known = Object.keys(composite.slots)
  for (const name of Object.keys(given))
    if (!Object.hasOwn(composite.slots, name))
      faults.push(`${at}components.${name} is no slot of "${composite.name}" (${known.join(', ')})`)
  const slots: Record<string, SlotPlan> = {}
  const components: Record<string, string> = {}
  for (const [name, slot] of Object.entries(composite.slots)) {
    const filled: unknown = Object.hasOwn(given, name) ? given[name] : name
    const slotPath = path === '' ? name : `${path}/${name}`
    const place = `${at}components.${name}`
    if (isBinding(filled)) {
      const inner = { ...filled, input: { task_brief: 'the brief of the slot', ...filled.input } }
      const nested = planInto(faults, filled.composite, inner, `${place}.`, slotPath)
      slots[name] = Object.freeze({ slot, path: slotPath, component: filled.composite.name, nested })
      Object.assign(components, { [slotPath]: filled.composite.name }, nested.components)
    } else {
      if (typeof filled !== 'string' || filled === '') faults.push(`${place} names no component`)
      slots[name] = Object.freeze({ slot, path: slotPath, component: String(filled), nested: undefined })
      components[slotPath] = String(filled)
    }
  }
  return { slots: Object.freeze(slots), components: Object.freeze(components) }
}

const isBinding = (value: unknown): value is Binding =>
  isObject(value) && isObject(value.composite) && typeof value.composite.delegate === 'function'

/**
 * What is given, in the order in which the composite declares it, so that no run shows in which order a caller wrote it.
 * What is undefined is left out: it must not take the place of a default.
 */
function stated(
  options: { readonly [name: string]: Json } | null | undefined,
  declared: { readonly [name: string]: JsonSchema },
): Record<string, Json> {
  const record = options ?? {}
  const given: Record<string, Json> = {}
  for (const name of Object.keys(declared)) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined
    if (value !== undefined) given[name] = value
  }
  const others = Object.entries(record).filter(([name, value]) => value !== undefined && !Object.hasOwn(declared, name))
  return others.length === 0 ? given : { ...given, ...Object.fromEntries(others) }
}
