/** One line of an execution order. */
export interface OrderLine {
  readonly names: readonly string[]
  /** What it waits for: services, outputs or inputs, by their first word. */
  readonly after: readonly string[]
  readonly loops: boolean
}

/** Reads "2. parallel: a, b (depends on: c)", "4. a — scope (depends on: b)", "7. loop(max:3): a -> b"; none for what the machine does itself. */
export function readOrderLine(line: string, known: ReadonlySet<string>): readonly OrderLine[] {
  const body = line.replace(/^\d{1,6}\.[ \t]*/u, '')
  if (body.startsWith('[')) return []
  const depends = body.toLowerCase().indexOf('(depends on:')
  const said = depends === -1 ? body : body.slice(0, depends)
  const waits = depends === -1 ? '' : body.slice(depends + '(depends on:'.length).replace(/\).*$/su, '')
  const loop = /^loop\b[^:]{0,60}:(?=[ \t])|^loop\([^)]{0,60}\):/iu.exec(said)
  const rest = said.slice(loop?.[0].length ?? 0).replace(/^[ \t]*parallel:/iu, '')
  const words = (text: string) =>
    text.split(/,|→|->/u).map((part) => part.replaceAll('`', '').trim().split(/\s/u, 1)[0] ?? '')
  const names = words(rest).filter((name) => known.has(name))
  return names.length === 0 ? [] : [{ names, after: words(waits).filter((word) => word !== ''), loops: loop !== null }]
}
