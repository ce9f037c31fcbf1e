import type { LogEvent } from '../../dialects/log-reading.ts'
import { excerptOf } from '../../excerpt.ts'
import type { StatusSource } from '../../extraction.ts'
import type { Evidence, Flag, FlagId } from '../../inspection.ts'
import type { Case } from '../case.ts'
import { atFile, atLog, atManifest } from '../evidence.ts'
import { logOf } from '../log-of.ts'
import { parallelFaults } from '../parallel-faults.ts'
import { flag, MOST_EVIDENCE, MOST_OF_A_KIND } from './flag-table.ts'
import { receiptFlags } from './receipt-flags.ts'

/** Flags on the run as a whole: its control files, its end, its log and its manifest. */
export function* runFlags(subject: Case): Generator<Flag> {
  const { material } = subject
  for (const path of material.missing)
    yield material.exists(path)
      ? flag('missing-artifact', `The critical file ${path} cannot be read as a manifest.`, [
          atFile(path, 'no manifest'),
        ])
      : flag('missing-artifact', `The critical file ${path} is absent or empty.`, [atFile(path, 'absent or empty')])
  yield* endFlags(subject)
  yield* orderFlags(subject)
  yield* logFlags(subject)
  yield* receiptFlags(subject)
  const { irregular, outside } = material.wiring
  for (const place of outside)
    yield flag(
      'path-outside-run',
      `The manifest names a path outside the run at ${place.pointer}; it was not followed.`,
      [atManifest(material, place)],
    )
  for (const path of material.outside)
    yield flag('path-outside-run', `${path} is a link that leaves the run; it was not followed.`, [
      atFile(path, 'link'),
    ])
  if (irregular.length > 0)
    yield flag(
      'manifest-irregular',
      `The manifest breaks the rules of its kind in ${irregular.length} ${irregular.length === 1 ? 'place' : 'places'}.`,
      irregular.slice(0, MOST_EVIDENCE).map((place) => atManifest(material, place)),
    )
}

// Helpers

const SAID_BY: { readonly [source in StatusSource]: string } = {
  terminator: 'the last line of its log says',
  'front-matter': 'the front matter of its log says',
  prose: 'its log says in prose',
  receipts: 'the last receipt of a node says',
  disk: 'an error file shows',
  none: 'nothing says otherwise',
}

function* endFlags({ material }: Case): Generator<Flag> {
  const { status, log } = material
  const last = log.terminators.at(-1)
  const said = statusLine(material)
  const evidence = said ? [said] : lastLine(material)
  const byTest = status.source === 'terminator' && /^---test/u.test(status.text)
  const saidBy = byTest ? 'the result of its test says' : SAID_BY[status.source]
  if (status.failed) yield flag('incomplete-run', `The run failed, as ${saidBy}.`, evidence)
  else if (!status.completed) {
    const open = log.dialect === 'receipts' ? 'has nodes that never rendered' : 'has no end on record'
    const how = said ? 'is still open, as its log says' : open
    const why = last?.word === 'resume' ? 'was resumed and never ended' : how
    yield flag('incomplete-run', `The run ${why}.`, evidence)
  }
  const resumed = log.terminators.filter(({ word }) => word === 'resume')
  if (resumed.length > 0)
    yield flag(
      'resumed-run',
      `The run was resumed ${resumed.length === 1 ? 'once' : `${resumed.length} times`}.`,
      resumed.slice(0, MOST_EVIDENCE).map((line) => atLog(material, line)),
    )
  if (log.endedAt === null && material.missing.length === 0 && log.dialect !== 'receipts')
    yield flag('timing-unknown', 'The log states no end time with a zone.', evidence)
}

/** What says how the run ended, where that is a line of its log. */
function statusLine(material: Case['material']): Evidence | undefined {
  const { line, text } = material.status
  return line === null ? undefined : atLog(material, { line, text })
}

function lastLine(material: Case['material']): readonly Evidence[] {
  const event = material.log.events.at(-1) ?? material.log.header
  if (event) return [atLog(material, event)]
  const path = logOf(material)
  return [atFile(path, material.exists(path) ? 'nothing in it says how the run went' : 'absent or empty')]
}

function* orderFlags({ material, byName }: Case): Generator<Flag> {
  for (const { producer, consumer } of material.wiring.edges) {
    const [before, after] = [byName.get(producer)!.done[0], byName.get(consumer)!.done[0]]
    if (before && after && before.line >= after.line)
      yield flag('order-violated', `"${consumer}" completed before "${producer}", on which it depends.`, [
        atLog(material, after),
        atLog(material, before),
      ])
  }
}

function* logFlags({ material }: Case): Generator<Flag> {
  const { log, wiring, status } = material
  // What is only counted need not be put into words.
  const raised = (id: FlagId, events: readonly LogEvent[], words: (event: LogEvent) => string) =>
    events.map((event, index) =>
      index < MOST_OF_A_KIND ? flag(id, words(event), [atLog(material, event)]) : flag(id, '', []),
    )
  yield* raised('parallel-unbalanced', parallelFaults(log.events), ({ kind }) =>
    kind === 'parallel-start' ? 'A parallel block starts and never ends.' : 'A parallel block ends that never started.',
  )
  const unreadable = log.events.filter(
    ({ tag, kind, word }) => tag === 'decision' && kind === 'warned' && word === 'unreadable',
  )
  yield* raised('unreadable-decision', unreadable, ({ name }) => `The decision of "${name}" could not be read.`)
  const stopped = log.events.filter(({ kind }) => kind === 'terminated')
  yield* raised(
    'budget-exhausted',
    stopped,
    ({ name, note }) => `"${name}" was stopped by a bound${note === '' ? '' : `: ${note}`}.`,
  )
  if (log.header && wiring.runId !== null && log.header.runId !== wiring.runId)
    yield flag('conflicting-evidence', `The log and the manifest name different runs.`, [
      atLog(material, log.header),
      atManifest(material, { pointer: '/runId', message: wiring.runId }),
    ])
  const hasManifest = material.located.manifest !== null && !material.missing.includes(material.located.manifest)
  if (log.header && log.header.system !== '' && wiring.system !== '' && log.header.system !== wiring.system)
    yield flag('conflicting-evidence', `The log and the ${hasManifest ? 'manifest' : 'root'} name different systems.`, [
      atLog(material, log.header),
      hasManifest
        ? atManifest(material, { pointer: '/systemName', message: wiring.system })
        : atFile(material.located.root!, wiring.system),
    ])
  if (hasManifest) yield* unwiredFlags(material)
  const contrary = log.claims.filter(
    (claim) => claim.status !== (status.completed ? 'completed' : status.failed ? 'failed' : 'open'),
  )
  const settled = statusLine(material)
  if (contrary.length > 0 && settled)
    yield flag('conflicting-evidence', 'Statements on how the run ended disagree.', [
      settled,
      ...contrary.slice(0, MOST_EVIDENCE).map((claim) => atLog(material, claim)),
    ])
  const ends = log.terminators.filter(({ word }, index) => {
    const before = log.terminators[index - 1]?.word
    const closesTest = word === 'end' && before === 'test' // its result stands
    return word !== 'resume' && before !== undefined && before !== 'resume' && !closesTest
  })
  if (ends.length > 0)
    yield flag(
      'conflicting-evidence',
      'The log ends more than once without being resumed.',
      log.terminators.slice(0, MOST_EVIDENCE).map((line) => atLog(material, line)),
    )
}

/** Services of the root that the manifest neither wires, under their name or as what one expands to, nor says it leaves out. */
function* unwiredFlags(material: Case['material']): Generator<Flag> {
  const { root, wiring } = material
  if (!root) return
  const heads = wiring.services.flatMap(({ name, delegates }) => [name, name.split(/[./_]/u, 1)[0]!, ...delegates])
  const known = new Set([...heads, ...wiring.omitted])
  const unwired = root.services.filter((name) => /^[\w.-]{1,200}$/u.test(name) && !known.has(name))
  if (unwired.length > 0)
    yield flag(
      'conflicting-evidence',
      `The root lists ${unwired.length === 1 ? 'a service' : 'services'} that the manifest does not wire: ${excerptOf(unwired.join(', '))}.`,
      [
        atFile(root.path, `services: ${root.services.join(', ')}`),
        atManifest(material, {
          pointer: '/graph',
          message: `wires ${wiring.services.map(({ name }) => name).join(', ')}`,
        }),
      ],
    )
}
