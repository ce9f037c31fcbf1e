import type { CompositeDescription } from '../composites/describe.ts'

/** The labels of a slot as they are looked up, the same for all runs of a composite. */
export interface SlotLabels {
  readonly must: { readonly labels: readonly string[]; readonly required: readonly string[] }
  readonly sees: { readonly labels: readonly string[] }
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
    const required = must.filter((label) => !label.endsWith('?'))
    const bared = { must: must.map(bare), sees: sees.map(bare) }
    labels = {
      must: { labels: bared.must, required },
      sees: { labels: bared.sees },
      allowed: new Set([...bared.must, ...bared.sees]),
    }
    bySlot.set(slot, labels)
  }
  return labels
}

// Helpers

const slotLabels = new WeakMap<CompositeDescription, Map<string, SlotLabels>>()

const bare = (label: string) => label.replace(/\?$/, '')
