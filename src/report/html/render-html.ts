import { createHash } from 'node:crypto'
import { byCodeUnit } from '../../json/canonical-json.ts'
import type { TribunalDocument } from '../document.ts'
import type { RecordOf, TribunalRecord } from '../records.ts'
import { severityOf } from '../severity-of.ts'
import { visibleLine } from '../visible.ts'
import { CLIENT, RUNTIME, STYLE, TEMPLATES } from './assets.generated.ts'
import { Packer } from './pack.ts'
import { template } from './templates.ts'
import { arbitrationView } from './views/arbitration-view.ts'
import { arbitrationsView } from './views/arbitrations-view.ts'
import { inspectionView, type Room, uninspectableView } from './views/inspection-view.ts'
import { lawView } from './views/law-view.ts'
import { testsByOrigin } from './views/origin-view.ts'
import { firstView, gateView, talliesOf } from './views/overview-view.ts'
import { type HistoryEntry, systemsView } from './views/systems-view.ts'
import { trialView } from './views/trial-view.ts'
import type { Anchored } from './views/worst-view.ts'

/**
 * Renders a document as one page that stands alone: no network, nothing runs but two scripts named by their hashes, and
 * without script the overview and the worst entries are readable.
 *
 * @param document - all that one run of the tests, or of the command, has to say
 * @param history - earlier inspections of the same systems, oldest first, as a registry remembers them
 * @returns HTML
 */
export function renderHtml(document: TribunalDocument, history: readonly HistoryEntry[] = []): string {
  const lists = listsOf(document)
  const tests = testsByOrigin(document.tests)
  const { refused, others } = firstView(document, Object.values(lists).flat())
  const packer = new Packer()
  const halves = <T, V>(list: readonly T[], view: (item: T, room: Room) => V): Halves<V> => ({
    first: list.slice(0, FIRST).map((item) => view(item, list.length > LARGE ? MEDIUM : ROOMY)),
    // Written at once, so that ten thousand views are never there together.
    rest: list.slice(FIRST).map((item) => inScript(packer.pack(view(item, TIGHT)))),
  })
  const split = {
    inspections: halves(lists.inspections, ({ record, id }, room) => inspectionView(record, id, tests, room)),
    uninspectable: halves(lists.uninspectable, ({ record, id }) => uninspectableView(record, id, tests)),
    trials: halves(lists.trials, ({ record, id }) => trialView(record, id, tests)),
    laws: halves(lists.laws, ({ record, id }) => lawView(record, id, tests)),
    arbitrations: halves(lists.arbitrations, ({ record, id }) => arbitrationView(record, id, tests)),
  }
  const large = Object.values(split).some(({ rest }) => rest.length > 0)
  const rest = Object.entries(split).map(([name, { rest }]) => `"${name}":[${rest.join(',')}]`)
  const scripts = large ? [RUNTIME, TEMPLATES, CLIENT] : [CLIENT]
  const gate = gateView(document)
  return template.page({
    csp: policy(scripts),
    title: `Tribunal: ${gate.headline}`,
    css: STYLE,
    gate,
    facts: factsOf(document),
    tallies: talliesOf(document),
    firsts: [
      { title: 'What the gate refuses', count: refused.length, items: refused.slice(0, REFUSED) },
      { title: 'Not refused, but worth a look', count: others.length, items: others.slice(0, OTHERS) },
    ]
      .filter(({ count }) => count > 0)
      .map((first) => ({ ...first, more: Math.max(0, first.count - first.items.length) })),
    clear: refused.length + others.length === 0 && Object.values(lists).flat().length > 0,
    scored: document.inspections.length > 0,
    standings: systemsView(document, history),
    hasHistory: history.length > 0,
    tones: TONES,
    severities: severitiesOf(document),
    laws: lawsOf(document),
    systems: systemsOf(document),
    sections: SECTIONS.map(({ id, name, about, of }) => ({
      id,
      name,
      about,
      total: of.reduce((sum, kind) => sum + lists[kind].length, 0),
      rest: of.reduce((sum, kind) => sum + split[kind].rest.length, 0),
      told: id === 'arbitrations' ? arbitrationsView(document.arbitrations) : null,
      ...Object.fromEntries(of.map((kind) => [kind, split[kind].first])),
    })).filter(({ total }) => total > 0),
    files: document.files.map(fileView),
    include: (document.scope.include ?? []).map(visibleLine).join(', '),
    data: large ? `{"shapes":${inScript(packer.shapes)},${rest.join(',')}}` : '',
    scripts,
  })
}

// Helpers

/** Entries of each list that are in the page as HTML; what lies beyond is data that a script renders when asked. */
const FIRST = 200
const LARGE = 1_000
const REFUSED = 12
const OTHERS = 5
const ROOMY: Room = { observations: 12, flags: 40, places: 12, services: 200 }
/** In a page that is large anyway. */
const MEDIUM: Room = { observations: 5, flags: 20, places: 5, services: 60 }
const TIGHT: Room = { observations: 0, flags: 6, places: 2, services: 0 }

const SECTIONS = [
  {
    id: 'inspections',
    name: 'Inspections',
    about: 'Finished runs, read back from their run directories.',
    of: ['uninspectable', 'inspections'],
  },
  {
    id: 'trials',
    name: 'Trials',
    about: 'Programs tried under a scripted model: who was asked what, in which order.',
    of: ['trials'],
  },
  { id: 'laws', name: 'Laws', about: 'Rules checked over many generated scripts.', of: ['laws'] },
  {
    id: 'arbitrations',
    name: 'Arbitrations',
    about: 'Choices handed to a model, from a closed list.',
    of: ['arbitrations'],
  },
] as const

const TONES = [
  { tone: 'fail', label: 'fail' },
  { tone: 'partial', label: 'partial' },
  { tone: 'pass', label: 'pass' },
  { tone: 'info', label: 'other' },
]

/** Every record under its anchor, the worst of each kind first. */
function listsOf(document: TribunalDocument) {
  const list = <R extends TribunalRecord>(records: readonly R[], prefix: string): Anchored<R>[] =>
    [...records]
      .sort((a, b) => severityOf(b) - severityOf(a))
      .map((record, index) => ({ record, id: `${prefix}-${index + 1}` }))
  return {
    uninspectable: list<RecordOf<'uninspectable'>>(document.uninspectable, 'no-report'),
    inspections: list<RecordOf<'inspection'>>(document.inspections, 'inspection'),
    trials: list<RecordOf<'trial'>>(document.trials, 'trial'),
    laws: list<RecordOf<'law'>>(document.laws, 'law'),
    arbitrations: list<RecordOf<'arbitration'>>(document.arbitrations, 'arbitration'),
  }
}

interface Halves<V> {
  readonly first: V[]
  /** JSON, packed. */
  readonly rest: string[]
}

/** Nothing in a script may end it. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

function factsOf({ gate, seed, scope, tests, files }: TribunalDocument): { name: string; value: string }[] {
  const checking = files.filter(({ included }) => included).length
  return [
    { name: 'gate asks for', value: gate.level },
    { name: 'exit code', value: String(gate.exit_code) },
    ...(seed === null ? [] : [{ name: 'seed', value: String(seed) }]),
    ...(tests.length === 0 ? [] : [{ name: 'tests that recorded', value: String(tests.length) }]),
    ...(checking === 0 ? [] : [{ name: 'files that must check', value: String(checking) }]),
    ...(scope.narrowed === 'no'
      ? []
      : [{ name: 'narrowed', value: scope.narrowed === 'files' ? 'to some files' : 'to some tests' }]),
  ]
}

/** For the picker; a thousand systems are for the search box. */
function systemsOf({ inspections, trials, laws }: TribunalDocument): string[] {
  const names = new Set([
    ...inspections.map(({ inspection }) => visibleLine(inspection.system)),
    ...trials.map(({ run }) => visibleLine(run.header.composite)),
    ...laws.map(({ subject }) => visibleLine(subject)),
  ])
  return names.size < 2 || names.size > 200 ? [] : [...names].sort(byCodeUnit)
}

/** Severities that some flag has. */
function severitiesOf({ inspections }: TribunalDocument): string[] {
  const found = new Set(inspections.flatMap(({ inspection }) => inspection.flags.map(({ severity }) => severity)))
  return (['critical', 'warning', 'info'] as const).filter((severity) => found.has(severity))
}

function lawsOf({ laws, trials }: TribunalDocument): string[] {
  const names = new Set([...laws, ...trials.flatMap(({ violations }) => violations)].map(({ law }) => visibleLine(law)))
  return names.size === 0 || names.size > 200 ? [] : [...names].sort(byCodeUnit)
}

function fileView({ project, file, included, in_full, checks, skipped = 0 }: TribunalDocument['files'][number]) {
  const unverified = included && in_full && checks === 0
  const tone = unverified ? 'partial' : !in_full ? 'fail' : checks > 0 ? 'pass' : 'info'
  return {
    file: visibleLine(project === '' ? file : `[${project}] ${file}`),
    checks,
    tone,
    state:
      (unverified ? 'ran in full, checked nothing' : in_full ? 'checked' : 'did not run to its end') +
      (skipped === 0 ? '' : `, ${skipped} test${skipped === 1 ? '' : 's'} skipped`),
  }
}

function policy(scripts: readonly string[]): string {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return [
    "default-src 'none'",
    `style-src ${hash(STYLE)}`,
    `script-src ${scripts.map(hash).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
