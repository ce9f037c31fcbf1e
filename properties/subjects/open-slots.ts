/** What a slot must and may see. */
interface Firewall {
  readonly must: readonly string[]
  readonly sees: readonly string[]
}

/** Slots whose `must` and `sees` forbid nothing that is said aloud: no check of them could ever fail. */
export function openSlots(
  inputs: readonly string[],
  slots: { readonly [slot: string]: Firewall },
  at = '',
): readonly string[] {
  const said = [...inputs, ...Object.keys(slots).map((slot) => `${slot}.text`)]
  return Object.entries(slots).flatMap(([slot, { must, sees }]) => {
    const allowed = new Set([...must, ...sees].map((label) => label.replace(/\?$/, '')))
    return said.every((label) => allowed.has(label)) ? [`${at}${slot}`] : []
  })
}
