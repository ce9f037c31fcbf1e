import { byCodeUnit } from '../json/canonical-json.ts'
import type { Run } from '../trace/run.ts'
import { formsOf, givesAway, ownWords, toldBy } from './own-words.ts'
import { type JudgedCall, type LabelledValue, type RunScope, scopesOf } from './run-scope.ts'

/** Whether one slot was told one label, over all calls of a run. Source: docs/information-flow.md. */
export interface Flow {
  /** Path of the slot, outer slots first. */
  readonly slot: string
  /** An input, `<slot>.<channel>`, or `<slot>.private`. */
  readonly label: string
  readonly rule: 'must' | 'may' | 'forbidden'
  /** Calls of the slot at which the label had a value; of a forbidden one, a value long enough to be told from chance. */
  readonly calls: number
  /** Of these, calls whose request carries it. */
  readonly seen: number
  /** Index of the first call's event that carries it where it must not; null when there is none. */
  readonly leaked: number | null
  /** Index of the first call's event that carries it; null when there is none. */
  readonly witness: number | null
}

/**
 * Works out who was told what: for each slot that was called and each label of its scope one entry. An earlier instance of a label
 * that a slot may have is outside what it may have, and counts as leaked.
 *
 * @param run - a finished run
 * @returns slots in the order in which they are first called, labels by name
 */
export function flowMatrix(run: Run): readonly Flow[] {
  const cells = new Map<string, Cell>()
  for (const scope of scopesOf(run)) {
    const path = scope.scope.replace(/#\d+/g, '')
    for (const call of scope.calls) {
      const slot = path === '' ? call.called.slot : `${path}/${call.called.slot}`
      for (const [label, { rule, alive, seen, leaked }] of judged(call, scope, run)) {
        const key = JSON.stringify([slot, label])
        const cell = cells.get(key) ?? { slot, label, rule, calls: 0, seen: 0, leaked: null, witness: null }
        if (alive) cell.calls += 1
        if (alive && (seen || leaked)) cell.seen += 1
        if (leaked) cell.leaked ??= call.index
        if (seen || leaked) cell.witness ??= call.index
        cells.set(key, cell)
      }
    }
  }
  const order = [...new Set([...cells.values()].map(({ slot }) => slot))]
  return [...cells.values()].sort(
    (a, b) => order.indexOf(a.slot) - order.indexOf(b.slot) || byCodeUnit(a.label, b.label),
  )
}

// Helpers

type Cell = { -readonly [key in keyof Flow]: Flow[key] }

interface Judged {
  rule: Flow['rule']
  alive: boolean
  seen: boolean
  leaked: boolean
}

/** What one call was told of each label. */
function judged(call: JudgedCall, scope: RunScope, run: Run): Map<string, Judged> {
  const { criteria } = scope.started.input
  const told = toldBy(call.called)
  const own = ownWords(call, criteria)
  const labels = new Map<string, Judged>()
  const at = (label: string, rule: Flow['rule']): Judged => {
    const known = labels.get(label) ?? { rule, alive: false, seen: false, leaked: false }
    labels.set(label, known)
    return known
  }
  const declared = scope.started.composite.slots[call.called.slot]
  for (const label of declared?.must ?? []) at(bare(label), 'must')
  for (const label of declared?.sees ?? []) at(bare(label), 'may')
  for (const { label, words } of [...call.allowance.must, ...call.allowance.sees]) {
    const one = at(label, 'may')
    const said = words.filter((word) => word !== '')
    one.alive = said.length > 0
    const carried = (word: string) =>
      [...formsOf(word, criteria, told)].some((form) => form !== '' && told.includes(form))
    one.seen = one.alive && (one.rule === 'must' ? said.every(carried) : said.some(carried))
  }
  for (const { label, words } of [...call.foreign, ...secretsBefore(call, scope, run)]) {
    if (OURS.test(label) || !words.some((word) => word !== '')) continue
    const one = at(label, 'forbidden')
    // A value that is too short to be told from chance has not been looked for.
    if (one.rule === 'forbidden' && words.some((word) => givesAway(word, word))) one.alive = true
    if (words.some((word) => givesAway(own, word))) one.leaked = true
  }
  return labels
}

/** What each slot kept to itself until then; it is private to all of the run. */
function secretsBefore({ index }: JudgedCall, { secrets }: RunScope, { events }: Run): LabelledValue[] {
  return secrets.flatMap((secret) => {
    const event = events[secret.index]
    return secret.index < index && event !== undefined && 'slot' in event
      ? [{ label: `${event.slot}.private`, words: secret.words }]
      : []
  })
}

/** How a reply was read is said by us, and to nobody. */
const OURS = /\.reading\.(?:via|readable)$/

const bare = (label: string): string => label.replace(/\?$/, '')
