import type { AnyComposite, Slot } from '../../src/composites/composite.ts'

/** A composite with one slot's brief changed: for seeing a law break. */
export function withBrief<C extends AnyComposite>(
  composite: C,
  slot: string,
  brief: (usual: string, values: Parameters<Slot['brief']>[0]) => string,
): C {
  const usual = composite.slots[slot]!
  return {
    ...composite,
    slots: {
      ...composite.slots,
      [slot]: { ...usual, brief: (values: Parameters<Slot['brief']>[0]) => brief(usual.brief(values), values) },
    },
  }
}

/** A composite with another program: for seeing a law break. */
export const withDelegate = <C extends AnyComposite>(composite: C, delegate: C['delegate']): C => ({
  ...composite,
  delegate,
})
