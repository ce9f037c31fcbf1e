import { ManifestNotes } from './notes.ts'
import { orderEdges } from './order-edges.ts'
import { outputsOf } from './outputs-of.ts'
import { pairEdges } from './pair-edges.ts'
import { type OrderLine, readOrderLine } from './read-order-line.ts'
import type {
  DeclaredInput,
  DeclaredOutput,
  DeclaredReturn,
  DeclaredService,
  Edge,
  ServiceInput,
  Wiring,
} from './wiring.ts'

/**
 * Reads a manifest in Markdown: caller interface, graph, execution order. Arrows as `←`/`→` or `<-`/`->`; what a line says in prose is
 * passed over. Source: docs/layouts.md §4.1.
 */
export function readMarkdownManifest(text: string): Wiring {
  const notes = new ManifestNotes()
  const draft = new Draft(notes)
  for (const line of text.split('\n')) draft.read(line)
  const services = draft.services()
  const known = new Set(services.map(({ name }) => name))
  const order = draft.order.flatMap((line) => readOrderLine(line, known))
  const outputOf = outputsOf(services)
  const { kept, contrary } = orderEdges(
    [...orderedEdges(order, services, known), ...inputEdges(services, known)],
    order.flatMap(({ names }) => names),
  )
  const again = repeated(order)
  const placed = new Set(order.flatMap(({ names }) => names))
  for (const { name } of order.length > 0 ? services : [])
    if (!placed.has(name)) notes.say('## Execution Order', `"${name}" is not in the order`)
  for (const { producer, consumer } of contrary)
    notes.say('## Execution Order', `"${consumer}" is to follow "${producer}" and to precede it`)
  for (const { name, service } of draft.returns)
    if (!outputOf(service, name))
      notes.say(`## Caller Interface, returns ${name}`, `"${service}" declares no output "${name}"`)
  return {
    system: draft.system,
    runId: null,
    inputs: draft.inputs,
    returns: draft.returns.map(({ name, service }) => returnOf(name, service, outputOf(service, name))),
    services: services.map((service) => ({ ...service, loops: again.has(service.name) })),
    edges: kept,
    readable: services.length > 0,
    external: [],
    actions: draft.order.flatMap((line) => /^\d{1,6}\.[ \t]*\[vm action\][ \t]*([\w-]{1,200})/iu.exec(line)?.[1] ?? []),
    omitted: [],
    gaps: [],
    irregular: notes.irregular,
    outside: notes.outside,
  }
}

// Helpers

/** What a longer line says is no name and no path. */
const LONGEST_LINE = 4_000
const NAME = 200

/** What a service has may be set in bold or be items of a list. */
const LISTED =
  /^(?:[-*+][ \t]+)?(?:\*\*)?(source|workspace|inputs|outputs|errors|delegates|requires|returns)(?::\*\*|\*\*:|:)[ \t]*(\S.*)?$/u

/** A heading may be numbered, set in bold or code, say that it is of a service, and end in a colon or a remark. */
const SERVICE =
  /^###[ \t]+(?:\d{1,4}[.)][ \t]+)?(?:(?:service|node):[ \t]+)?[*`]{0,3}([^\s`*(:][^\s`*(]{0,199}?):?(?=[\s`*(]|$)/iu

/** A section by its plain title: without a number, emphasis, or a remark in brackets. */
function titleOf(heading: string): string {
  const plain = heading.replace(/[*`]/gu, '').trim()
  const open = plain.endsWith(')') ? plain.lastIndexOf('(') : plain.length
  const title = plain.slice(0, open).trim().toLowerCase()
  return (title.endsWith(':') ? title.slice(0, -1) : title).replace(/^\d{1,4}[.)][ \t]+/u, '').trim()
}

class Draft {
  system = ''
  readonly inputs: DeclaredInput[] = []
  readonly returns: { name: string; service: string }[] = []
  readonly order: string[] = []
  readonly #services = new Map<string, ServiceDraft>()
  readonly #notes: ManifestNotes
  #section = ''
  #list = ''
  #current: ServiceDraft | undefined

  constructor(notes: ManifestNotes) {
    this.#notes = notes
  }

  read(text: string): void {
    const line = text.slice(0, LONGEST_LINE)
    const title = /^#[ \t]+Manifest:[ \t]*(\S.*)$/u.exec(line)
    const section = /^##[ \t]+(\S.*)$/u.exec(line)
    const service = SERVICE.exec(line)
    const list = LISTED.exec(line) ?? /^([a-z]+):[ \t]*(\S.*)?$/u.exec(line)
    if (title) this.system = title[1]!.trim().slice(0, 200)
    else if (section) this.#enter(titleOf(section[1]!))
    else if (service && this.#section === 'graph') this.#open(service[1]!.slice(0, 200))
    else if (list) this.#field(list[1]!, list[2]?.trim() ?? '')
    else if (this.#section === 'caller interface') this.#caller(line)
    else if (this.#section === 'graph') this.#entry(line.trim().replace(/^[-*+][ \t]+/u, ''))
    else if (this.#section === 'execution order' && /^\d{1,6}\.[ \t]/u.test(line)) this.order.push(line)
  }

  services(): readonly DeclaredService[] {
    return [...this.#services.values()].map(({ outputs, ...service }) => ({
      ...service,
      outputs: [...outputs.values()],
      loops: false,
    }))
  }

  #enter(section: string): void {
    this.#section = section
    this.#list = ''
    this.#current = undefined
  }

  #open(name: string): void {
    this.#list = ''
    this.#current = this.#services.get(name) ?? {
      name,
      source: null,
      workspace: `workspace/${name}`,
      inputs: [],
      outputs: new Map(),
      errors: [],
      delegates: [],
    }
    this.#services.set(name, this.#current)
  }

  #field(key: string, value: string): void {
    this.#list = key
    if (!this.#current || value === '') return
    const at = `### ${this.#current.name}, ${key}`
    if (key === 'source') this.#current.source = this.#notes.path(value, at)
    if (key === 'workspace') this.#current.workspace = this.#notes.path(value, at) ?? this.#current.workspace
  }

  #caller(line: string): void {
    const item = /^[-*][ \t]+`?([\w.-]+)`?(?:[ \t]+\(from[ \t]+([\w.-]+)\))?/u.exec(line)
    if (!item) return
    if (this.#list === 'requires')
      this.inputs.push({
        name: item[1]!.slice(0, NAME),
        path: `bindings/caller/${item[1]!.slice(0, NAME)}.md`,
        optional: /\boptional\b|\bdefault\b/iu.test(line),
      })
    if (this.#list === 'returns')
      this.returns.push({ name: item[1]!.slice(0, NAME), service: item[2]?.slice(0, NAME) ?? '' })
  }

  #entry(line: string): void {
    const service = this.#current
    if (!service) return
    const arrow = /^(\(public\)[ \t]+)?`?([\w.-]+)`?[ \t]*(?:←|<-|→|->)[ \t]*(\S.*)$/u.exec(line)
    if (arrow && this.#list === 'inputs')
      service.inputs.push(inputOf(arrow[2]!.slice(0, NAME), arrow[3]!, service.name, this.#notes))
    if (arrow && this.#list === 'outputs')
      addOutput(service, arrow[2]!.slice(0, NAME), arrow[3]!, arrow[1] !== undefined, this.#notes)
    const named = /^`?([\w.:-]*[\w-])`?:/u.exec(line)
    if (named && this.#list === 'errors') service.errors.push(named[1]!.slice(0, NAME))
    if (named && this.#list === 'delegates') service.delegates.push(named[1]!.slice(0, NAME))
  }
}

interface ServiceDraft {
  readonly name: string
  source: string | null
  workspace: string
  readonly inputs: ServiceInput[]
  readonly outputs: Map<string, DeclaredOutput>
  readonly errors: string[]
  readonly delegates: string[]
}

/** `bindings/x/y.md` comes from x; a quoted text, or a remark in prose, from nowhere that can be seen. */
function inputOf(name: string, from: string, service: string, notes: ManifestNotes): ServiceInput {
  const path = /^`?((?:bindings|workspace)\/[^\s`]+|\.\.?\/[^\s`]+)/u.exec(from)?.[1]
  if (path === undefined) return { name, from: '', output: null, path: null, optional: true }
  const producer = /^bindings\/([^/]+)\//u.exec(path)?.[1] ?? ''
  return {
    name,
    from: producer,
    output: null,
    path: notes.path(path, `### ${service}, input ${name}`),
    optional: false,
  }
}

function addOutput(service: ServiceDraft, name: string, path: string, isPublic: boolean, notes: ManifestNotes): void {
  const before = service.outputs.get(name) ?? { name, binding: null, workspace: null, conditional: false }
  const place = notes.path(path.split(/\s/u, 1)[0]!.replaceAll('`', ''), `### ${service.name}, output ${name}`)
  const isBinding = isPublic || place?.startsWith('bindings/') === true
  service.outputs.set(
    name,
    isBinding ? { ...before, binding: place ?? before.binding } : { ...before, workspace: place ?? before.workspace },
  )
}

const returnOf = (name: string, service: string, output: DeclaredOutput | undefined): DeclaredReturn => ({
  name,
  service,
  path: output?.binding ?? output?.workspace ?? `bindings/${service}/${name}.md`,
  optional: false,
})

/** Of a service that the order names more than once, the first place counts: later ones are further passes. */
function orderedEdges(
  order: readonly OrderLine[],
  services: readonly DeclaredService[],
  known: ReadonlySet<string>,
): readonly Edge[] {
  const byOutput = new Map(
    services.flatMap(({ name, outputs }) => outputs.map((output) => [output.name, name] as const)),
  )
  const placed = new Set<string>()
  const pairs = order.map(({ names, after }) => {
    const consumers = names.filter((name) => !placed.has(name))
    for (const name of names) placed.add(name)
    return { consumers, producers: after.flatMap((word) => (known.has(word) ? word : (byOutput.get(word) ?? []))) }
  })
  return [...pairEdges(pairs)].flatMap((edge) => edge ?? [])
}

const inputEdges = (services: readonly DeclaredService[], known: ReadonlySet<string>): readonly Edge[] =>
  services.flatMap(({ name, inputs }) =>
    inputs.flatMap(({ from }) => (known.has(from) && from !== name ? [{ producer: from, consumer: name }] : [])),
  )

function repeated(order: readonly OrderLine[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const again = new Set<string>()
  for (const { names, loops } of order)
    for (const name of names)
      if (loops || seen.has(name)) again.add(name)
      else seen.add(name)
  return again
}
