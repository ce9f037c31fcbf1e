/** The paths in a value of all that is not frozen, or that JSON would not carry as it is. */
export function unfrozenIn(value: unknown, path = '$'): readonly string[] {
  if (typeof value === 'function') return []
  if (typeof value !== 'object' || value === null) return isJson(value) ? [] : [`${path} is ${String(value)}`]
  const inside = Object.entries(value).flatMap(([key, member]) => unfrozenIn(member, `${path}.${key}`))
  return Object.isFrozen(value) ? inside : [path, ...inside]
}

// Helpers

const isJson = (value: unknown): boolean =>
  value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)
