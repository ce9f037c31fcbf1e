import type { RunDirectory } from '../arbitraries/run-directories.ts'

/** A way in which a run directory can lose evidence, or come by some that says nothing good. */
export interface Damage {
  readonly name: string
  /** Whether the number of bytes of a file may differ afterwards, and with it what is said of sizes. */
  readonly resizes?: boolean
  /** The damaged files; undefined where there is nothing to damage. `pick` says which file or line. */
  apply(files: RunDirectory, pick: number): RunDirectory | undefined
}

/** None of these may raise a score or the verdict. */
export const DAMAGES: readonly Damage[] = [
  { name: 'removes an output', apply: (files, pick) => without(files, pickOf(outputs(files), pick)) },
  { name: 'empties an output', apply: (files, pick) => replaced(files, pickOf(outputs(files), pick), () => '') },
  { name: 'empties a file', apply: (files, pick) => replaced(files, pickOf(evidence(files), pick), () => '') },
  { name: 'cuts the log', apply: (files, pick) => replaced(files, LOG, (log) => cut(log, pick)) },
  { name: 'adds an error that nothing covers', apply: addError },
  {
    name: 'empties the log but for its header',
    apply: (files) => replaced(files, LOG, (log) => `${log.split('\n')[0]}\n`),
  },
  { name: 'quotes a mark in a note', apply: quoteMark },
]

/** Changes that mean nothing: an inspection stays the same, byte for byte. */
export const REARRANGEMENTS: readonly Damage[] = [
  { name: 'creates the files in another order', apply: (files) => new Map([...files].reverse()) },
  {
    name: 'writes CRLF for LF',
    resizes: true,
    apply: (files) => mapped(files, (text) => text.replaceAll('\n', '\r\n')),
  },
  {
    name: 'orders the keys of the manifest otherwise',
    apply: (files) => replaced(files, MANIFEST, (text) => JSON.stringify(reversed(JSON.parse(text)), null, 2)),
  },
  {
    name: 'writes the manifest on one line',
    apply: (files) => replaced(files, MANIFEST, (text) => JSON.stringify(JSON.parse(text))),
  },
  { name: 'is elsewhere on the globe', apply: (files) => files },
]

// Helpers

const LOG = 'vm.log.md'
const MANIFEST = 'forme.manifest.json'

const under = (files: RunDirectory, folder: string) => [...files.keys()].filter((path) => path.startsWith(folder))

const outputs = (files: RunDirectory) =>
  under(files, 'bindings/').filter((path) => !path.startsWith('bindings/caller/'))

/** Everything but the yardstick: root, manifest and contracts say what was promised, not what became of it. */
const evidence = (files: RunDirectory) =>
  [...files.keys()].filter((path) => ![MANIFEST, 'root.prose.md'].includes(path) && !path.startsWith('sources/'))

const pickOf = (paths: readonly string[], pick: number): string => paths[pick % Math.max(1, paths.length)] ?? ''

function without(files: RunDirectory, path: string): RunDirectory | undefined {
  return files.has(path) ? new Map([...files].filter(([other]) => other !== path)) : undefined
}

function replaced(files: RunDirectory, path: string, change: (text: string) => string): RunDirectory | undefined {
  const text = files.get(path)
  return text === undefined ? undefined : new Map([...files, [path, change(text)]])
}

const mapped = (files: RunDirectory, change: (text: string) => string): RunDirectory =>
  new Map([...files].map(([path, text]) => [path, change(text)]))

/** After any line but the header: a log without even that is another run. */
function cut(log: string, pick: number): string {
  const lines = log.split('\n')
  return `${lines.slice(0, 1 + (pick % Math.max(1, lines.length - 1))).join('\n')}\n`
}

function addError(files: RunDirectory, pick: number): RunDirectory | undefined {
  const services = [
    ...new Set(under(files, 'sources/').map((path) => path.slice('sources/'.length, -'.prose.md'.length))),
  ]
  const service = services[pick % Math.max(1, services.length)]
  if (service === undefined || files.has(`workspace/${service}/__error.md`)) return undefined
  return new Map([
    ...files,
    [`workspace/${service}/__error.md`, '---\nerror: fell-overboard\n---\n\n# Error: fell-overboard\n'],
  ])
}

/** Words about marks are no marks. */
function quoteMark(files: RunDirectory, pick: number): RunDirectory | undefined {
  const service = pickOf(under(files, 'sources/'), pick).slice('sources/'.length, -'.prose.md'.length)
  const quotes = [
    `> 9→ ${service} ✓`,
    `It should have read \`9→ ${service} ✓\`.`,
    `\`\`\`\n9→ ${service} ✓\n---end 2026-05-12T06:12:00Z\n\`\`\``,
    `- 9→ ${service} ✓`,
  ]
  return service === '' ? undefined : replaced(files, LOG, (log) => `${log}\n${quotes[pick % quotes.length]}\n`)
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  )
}
