import { orderEdges } from './order-edges.ts'
import type { DeclaredService, Edge, Wiring } from './wiring.ts'

/**
 * Reads what a program of the program era declares: its inputs, and its top-level statements that bind a name. What stands in a
 * loop, a branch or a block may run any number of times, so that nothing says how often it should.
 */
export function readProgram(text: string): Pick<Wiring, 'inputs' | 'returns' | 'services' | 'edges'> {
  const inputs = new Set<string>()
  const outputs = new Set<string>()
  const context = new Map<string, string[]>()
  const open: number[] = []
  let current: { readonly name: string; readonly indent: number } | undefined
  for (const line of text.split('\n')) {
    const code = line.replace(/^([ \t]*)#.*$/u, '$1')
    if (code.trim() === '') continue
    const indent = code.length - code.trimStart().length
    while (open.length > 0 && indent <= open.at(-1)!) open.pop()
    const statement = code.trim()
    if (OPENS.test(statement)) {
      open.push(indent)
      continue
    }
    const input = /^input[ \t]+([\w-]{1,200})(?![\w-])/u.exec(statement)
    if (input) inputs.add(input[1]!)
    const binding = /^(let|const|output)?[ \t]*([A-Za-z_][\w-]{0,199})[ \t]*=[ \t]*(?:\S.*)$/u.exec(statement)
    if (binding && open.length === 0 && (binding[1] !== undefined || CALLS.test(statement))) {
      current = { name: binding[2]!, indent }
      if (!context.has(current.name)) context.set(current.name, [])
      if (binding[1] === 'output') outputs.add(current.name)
    } else if (current && indent <= current.indent) current = undefined
    const used = /^context:[ \t]*(\S.*)$/u.exec(statement)
    if (used && current) for (const [word] of used[1]!.matchAll(/[\w-]+/gu)) context.get(current.name)?.push(word)
  }
  const services = [...context.keys()].map((name) => statementOf(name))
  const edges: Edge[] = [...context].flatMap(([consumer, used]) =>
    used.flatMap((producer) => (context.has(producer) && producer !== consumer ? [{ producer, consumer }] : [])),
  )
  return {
    inputs: [...inputs].map((name) => ({ name, path: `bindings/${name}.md`, optional: true })),
    returns: [...outputs].map((name) => ({ name, service: name, path: `bindings/${name}.md`, optional: false })),
    services,
    edges: orderEdges(edges, [...context.keys()]).kept,
  }
}

/** A statement and the binding that it leaves. */
export const statementOf = (name: string, derived = false): DeclaredService => ({
  name,
  source: null,
  workspace: `workspace/${name}`,
  inputs: [],
  outputs: [{ name, binding: `bindings/${name}.md`, workspace: null, conditional: false }],
  errors: [],
  delegates: [],
  loops: false,
  ...(derived && { derived }),
})

// Helpers

/** What opens a part of the program that may run any number of times; `parallel:` runs once. */
const OPENS =
  /^(?:loop|repeat|for|parallel[ \t]+for|block|agent|if|elif|else|choice|option|try|catch|finally|do[ \t]*:)\b.*:[ \t]*(?:#.*)?$/u
const CALLS = /=[ \t]*(?:session|resume|do|call)\b/u
