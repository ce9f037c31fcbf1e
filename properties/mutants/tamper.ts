import type { AnyComposite, Ask, Call, Delegation } from '../../src/composites/composite.ts'
import type { Reply } from '../../src/composites/reply.ts'
import type { JsonObject } from '../../src/json/json.ts'

/** What a composite has seen so far in a run; a fault may be made of any of it. */
export interface Seen {
  readonly input: { readonly [name: string]: string }
  readonly config: { readonly [name: string]: number | string }
  /** Slot → its replies so far. */
  readonly replies: { readonly [slot: string]: readonly Reply[] }
  /** Which call of its slot this is, from 1. */
  readonly k: number
}

/** Where a fault can be planted without writing the composite anew. */
export interface Fault {
  /** Appended to the brief of a slot. */
  readonly tell?: { readonly [slot: string]: (seen: Seen) => string }
  /** The brief of a slot, made from what it was. */
  readonly brief?: { readonly [slot: string]: (brief: string, seen: Seen) => string }
  /** The reply as the composite gets it; the record keeps the true one. */
  readonly hear?: (slot: string, reply: Reply, seen: Seen) => Reply
  /** Called besides, before the call that the composite makes. */
  readonly askBefore?: (call: Call, seen: Seen) => Call | undefined
  /** The result, made from what it was. */
  readonly end?: (result: JsonObject, seen: Seen) => JsonObject
  /** The config that the composite goes by. */
  readonly config?: (config: { readonly [name: string]: number }) => { readonly [name: string]: number }
}

/** A composite with one fault planted; name and declared laws stay. */
export function tampered(
  composite: AnyComposite,
  { tell = {}, brief = {}, hear, askBefore, end, config: by }: Fault,
): AnyComposite {
  const slots = Object.fromEntries(
    Object.entries(composite.slots).map(([name, slot]) => [
      name,
      {
        ...slot,
        brief: ({ [PLANTED]: planted, ...values }: { [PLANTED]?: string }) => planted ?? slot.brief(values as never),
      },
    ]),
  )
  return Object.freeze({
    ...composite,
    slots,
    *delegate(input: Seen['input'], config: Seen['config']): Delegation {
      const replies: Record<string, Reply[]> = {}
      const seenAt = (k: number): Seen => ({ input, config, replies, k })
      const inner = composite.delegate(input, by ? by(config as never) : config)
      let fed: Reply | readonly Reply[] | undefined
      for (;;) {
        const step = inner.next(fed) as IteratorResult<Ask, JsonObject>
        if (step.done) return end ? end(step.value, seenAt(0)) : step.value
        if (step.value.kind !== 'call') {
          fed = yield step.value
          continue
        }
        const { slot, values } = step.value
        const seen = seenAt((replies[slot]?.length ?? 0) + 1)
        const extra = askBefore?.(step.value, seen)
        if (extra) yield extra
        const planted = `${brief[slot]?.(composite.slots[slot]!.brief(values), seen) ?? composite.slots[slot]!.brief(values)}${tell[slot]?.(seen) ?? ''}`
        const reply = (yield { kind: 'call', slot, values: { ...values, [PLANTED]: planted } }) as Reply
        replies[slot] = [...(replies[slot] ?? []), reply]
        fed = hear ? hear(slot, reply, seen) : reply
      }
    },
  })
}

/** The last reply of a slot, where it has given one. */
export const last = ({ replies }: Seen, slot: string): Reply | undefined => replies[slot]?.at(-1)

/** A field of the last reading of a slot. */
export const read = (seen: Seen, slot: string, field: string): unknown =>
  (last(seen, slot)?.reading as unknown as JsonObject | undefined)?.[field]

// Helpers

const PLANTED = '\0planted'
