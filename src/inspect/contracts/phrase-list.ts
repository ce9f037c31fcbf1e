/** Reads a list of names from an offset: `a`, `b` or `c`; "a" | "b"; a, b, c. Gives the names and where the list ends. */
export function readList(text: string, from: number): { readonly names: readonly string[]; readonly end: number } {
  const names: string[] = []
  let end = from
  for (let at = from; at <= text.length; ) {
    ITEM.lastIndex = at
    const item = ITEM.exec(text)
    if (!item) break
    names.push((item[1] ?? item[2] ?? item[3])!)
    end = ITEM.lastIndex
    SEPARATOR.lastIndex = end
    if (!SEPARATOR.test(text)) break
    at = SEPARATOR.lastIndex
  }
  return { names, end }
}

/** Reads `{ a, b[], c? }` from an offset, in code marks or not; undefined when there is none. */
export function readShape(
  text: string,
  from: number,
): { readonly names: readonly string[]; readonly end: number } | undefined {
  SHAPE.lastIndex = from
  const shape = SHAPE.exec(text)
  if (!shape) return undefined
  const names = shape[1]!.split(',').map((part) => part.split(':', 1)[0]!.trim())
  return names.every((name) => /^[\w.-]+(?:\[\])?\??$/u.test(name)) ? { names, end: SHAPE.lastIndex } : undefined
}

// Helpers

const ITEM = /`([^`]{1,200})`|"([^"]{1,200})"|([\p{L}\p{N}_][\p{L}\p{N}_.+-]{0,199})/uy
const SEPARATOR = /\s*,\s*(?:or|and)\s+|\s*,\s*|\s+(?:or|and)\s+|\s*[|/]\s*/uy
const SHAPE = /`?\{([^{}]{1,4000})\}`?/uy
