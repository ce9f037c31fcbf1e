import type { CompositeDescription } from '../composites/describe.ts'

/** The labels of a slot as they are looked up, the same for all runs of a composite. */
export interface SlotLabels {
  readonly must: readonly string[]
  readonly sees: readonly string[]
  /** Those of `must` that have to exist. */
  readonly required: readonly string[]
  readonly allowed: ReadonlySet<string>
}

/** The labels of a slot of a composite, worked out once. */
export function labelsOf(composite: CompositeDescription, slot: string): SlotLabels {
  let bySlot = slotLabels.get(composite)
  if (bySlot === undefined) {
    bySlot = new Map()
    slotLabels.set(composite, bySlot)
  }
  let labels = bySlot.get(slot)
  if (labels === undefined) {
    const { must = [], sees = [] } = composite.slots[slot] ?? {}
    const [bareMust, bareSees] = [must.map(bare), sees.map(bare)]
    const required = must.filter((label) => !label.endsWith('?'))
    labels = { must: bareMust, sees: bareSees, required, allowed: new Set([...bareMust, ...bareSees]) }
    bySlot.set(slot, labels)
  }
  return labels
}

// Helpers

const slotLabels = new WeakMap<CompositeDescription, Map<string, SlotLabels>>()

const bare = (label: string) => label.replace(/\?$/, '')
