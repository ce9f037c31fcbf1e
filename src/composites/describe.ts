import { deepFreeze } from '../json/deep-freeze.ts'
import type { AnyComposite, Returned } from './composite.ts'

/** What a composite says of itself, JSON-safe: a run carries it, so that it can be judged and written out by itself. */
export interface CompositeDescription {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly self: string
  readonly prohibited: readonly string[]
  readonly invariants: readonly string[]
  readonly inputs: readonly string[]
  /** Names of the config keys that bound the loop: those that begin with `max_`. */
  readonly bounds: readonly string[]
  readonly returns: { readonly [key: string]: Returned }
  readonly slots: { readonly [slot: string]: SlotDescription }
}

/** What a composite says of one of its slots. */
export interface SlotDescription {
  readonly primary: boolean
  readonly must: readonly string[]
  readonly sees: readonly string[]
  readonly requires: string
  readonly ensures: string
  readonly shape: string
  readonly output: string
}

/** Describes a composite; the same object each time. */
export function describe(composite: AnyComposite): CompositeDescription {
  let description = descriptions.get(composite)
  if (description === undefined) {
    const { name, version, self, prohibited, invariants, returns } = composite
    description = deepFreeze({
      name,
      version,
      description: composite.description,
      self,
      prohibited: [...prohibited],
      invariants: [...invariants],
      inputs: Object.keys(composite.input),
      bounds: Object.keys(composite.config).filter((key) => key.startsWith('max_')),
      returns: Object.fromEntries(Object.entries(returns).map(([key, returned]) => [key, { ...returned }])),
      slots: Object.fromEntries(
        Object.entries(composite.slots).map(
          ([slot, { primary = false, must, sees, requires, ensures, shape, output }]) => [
            slot,
            { primary, must: [...must], sees: [...sees], requires, ensures, shape, output },
          ],
        ),
      ),
    })
    descriptions.set(composite, description)
  }
  return description
}

// Helpers

const descriptions = new WeakMap<AnyComposite, CompositeDescription>()
