import type { CompositeDescription } from '../composites/describe.ts'
import { TribunalError } from '../errors.ts'
import { byCodeUnit } from '../json/canonical-json.ts'
import type { Json } from '../json/json.ts'
import { nestedRuns } from './nested-runs.ts'
import type { Run, RunEvent } from './run.ts'
import { rootContract, slotContract } from './run-contracts.ts'
import { runManifest } from './run-manifest.ts'
import { encodeTrace } from './trace-json.ts'
import { vmLog } from './vm-log.ts'

/**
 * Renders the files of a run directory without writing any: path → content.
 * Layout: docs/layouts.md, `forme.manifest.json` era; nested runs stand under `imports/`.
 *
 * @param run - a finished run
 * @param options - `endedAt`, an ISO 8601 time with a zone, for the log's terminator
 *
 * @example
 * ```ts
 * import { memoryFiles, inspectRun, proposerAdversary, renderRunFiles, runCompositeSync, scripted } from 'vitest-tribunal'
 *
 * const model = scripted({ proposer: ['9'], adversary: ['It is 3 × 3.'] })
 * const run = runCompositeSync(proposerAdversary, { input: { task_brief: 'Name a prime.' }, model })
 * console.log(inspectRun(memoryFiles(renderRunFiles(run))).inspection.verdict) // pass
 * ```
 */
export function renderRunFiles(run: Run, options: { readonly endedAt?: string } = {}): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  renderInto(files, '', run, options.endedAt)
  return new Map([...files].sort(([a], [b]) => byCodeUnit(a, b)))
}

// Helpers

function renderInto(files: Map<string, string>, at: string, run: Run, endedAt: string | undefined): void {
  const put = (path: string, content: string) => files.set(`${at}${path}`, content)
  const composite = describedBy(run)
  const own = run.events.filter(({ scope }) => scope === '')
  const last = new Map<string, number>()
  for (const event of own) {
    if (event.kind === 'slot-replied') last.set(event.slot, event.call)
    for (const [path, content] of filesOf(event, composite)) put(path, content)
  }
  for (const [name, value] of Object.entries(run.header.input))
    put(`bindings/caller/${name}.md`, callerBinding(name, value))
  for (const name of Object.keys(composite.slots)) put(`sources/${name}.prose.md`, slotContract(composite, name))
  put('root.prose.md', rootContract(composite))
  put('forme.manifest.json', pretty(runManifest(run, composite, last)))
  put('vm.log.md', vmLog(run, endedAt))
  put('trace.json', pretty(encodeTrace(run)))
  for (const [at, record] of (run.arbitrations ?? []).entries()) put(`arbitration/${at + 1}.json`, pretty(record))
  for (const nested of nestedRuns(run)) renderInto(files, `${at}imports/${nested.folder}/`, nested.run, endedAt)
}

function describedBy({ events }: Run): CompositeDescription {
  const [first] = events
  if (first?.kind === 'run-started') return first.composite
  throw new TribunalError('invalid-input', 'The run has no run-started event first. Give a run that runComposite made.')
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const plain = (value: Json): string => (typeof value === 'string' ? value : pretty(value))

const callerBinding = (name: string, value: Json): string =>
  `---\nname: ${name}\nbinding: input\nsource: caller\n---\n\n${plain(value)}\n`

function* filesOf(
  event: RunEvent,
  { slots }: CompositeDescription,
): Generator<readonly [path: string, content: string]> {
  if (event.kind === 'slot-called') yield [`workspace/${event.slot}/${event.call}/brief.md`, event.request.brief]
  if (event.kind === 'slot-replied') {
    const { output } = slots[event.slot]!
    yield [`workspace/${event.slot}/${event.call}/${output}.md`, event.reply.text]
    yield [`bindings/${event.slot}/${output}.md`, event.reply.text]
  }
  if (event.kind === 'slot-failed') {
    const { kind, message } = event.fault
    yield [`workspace/${event.slot}/__error.md`, `---\nerror: ${kind}\n---\n\n# Error: ${kind}\n\n${message}\n`]
  }
}
