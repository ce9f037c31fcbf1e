/** What a prohibition forbids, as far as files can show that it was done: leaving a file, or handing work to someone. */
export type Prohibition = { readonly file: string } | { readonly delegate: string }

/**
 * Reads "writing `draft.md`", "calling `publisher`", "delegating to publisher". Undefined for what no file shows, such as "any paid call".
 *
 * @param names - services and delegates of the run
 */
export function readProhibition(text: string, names: ReadonlySet<string>): Prohibition | undefined {
  const said =
    /^(?:(?:any|direct(?:ly)?)\s+)?(?:writing|leaving|creating|calling|delegating|handing)\b(.{1,400})$/iu.exec(
      text.trim(),
    )
  if (!said) return undefined
  const rest = said[1]!.replace(/\bdirectly\b|[.;]$/giu, '').trim()
  const name = /^(?:(?:work|it|anything)\s+)?(?:to\s+)?(?:the\s+)?(?:`([^`]{1,200})`|([\w./-]{1,200}))$/u.exec(rest)
  const target = name?.[1] ?? name?.[2] ?? ''
  if (/^(?:writing|leaving|creating)/iu.test(text.trim())) return FILE.test(target) ? { file: target } : undefined
  return names.has(target) ? { delegate: target } : undefined
}

// Helpers

const FILE = /^(?:[\w@-][\w.@-]*\/)*[\w@-][\w@-]*(?:\.[\w@-]+)+$/u
