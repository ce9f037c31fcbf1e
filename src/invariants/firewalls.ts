import { withhold } from '../composites/withhold.ts'
import type { Invariant } from './invariant.ts'
import { givesAway, ownWords } from './own-words.ts'
import type { RunScope } from './run-scope.ts'

const SOURCE = 'shared/information-flow.md'

/** Each `must` is in the brief, as withholding leaves it. */
export const mustsPresent: Invariant = {
  name: 'musts-present',
  statement: 'Each brief carries its must labels verbatim.',
  source: SOURCE,
  *check({ calls, started }) {
    for (const { index, called, allowance } of calls) {
      for (const label of allowance.unborn)
        yield { event: index, message: `"${called.slot}" is called before "${label}" exists` }
      for (const { label, words } of allowance.must)
        for (const word of words)
          if (!carries(called.request.brief, word, started.input.criteria))
            yield { event: index, message: `the brief of "${called.slot}" lacks "${label}"` }
    }
  },
}

/** No private text is in any request. */
export const privateUnrouted: Invariant = {
  name: 'private-unrouted',
  statement: 'What a slot keeps to itself reaches no slot.',
  source: SOURCE,
  *check(scope) {
    for (const call of scope.calls)
      for (const secret of scope.secrets)
        if (givesAway(ownWords(call, criteriaOf(scope)), secret))
          yield { event: call.index, message: `the request of "${call.called.slot}" holds private text` }
  },
}

/** No request holds a value outside `must` and `sees`. */
export const nothingForeign: Invariant = {
  name: 'nothing-foreign',
  statement: 'A request holds no value outside the must and sees of its slot.',
  source: SOURCE,
  *check(scope) {
    for (const call of scope.calls) {
      const words = ownWords(call, criteriaOf(scope))
      const leaked = call.foreign.find((value) => value.words.some((word) => givesAway(words, word)))
      if (leaked) yield { event: call.index, message: `the request of "${call.called.slot}" holds "${leaked.label}"` }
    }
  },
}

/** The first brief of a primary slot is the task, byte for byte. */
export const taskFirst: Invariant = {
  name: 'task-first',
  statement: 'The first brief of a primary slot is the task brief, byte for byte.',
  source: SOURCE,
  *check({ calls, started }) {
    for (const { index, called } of calls)
      if (
        started.composite.slots[called.slot]?.primary &&
        called.call === 1 &&
        called.request.brief !== started.input.task_brief
      )
        yield { event: index, message: `the first brief of "${called.slot}" is not the task brief` }
  },
}

// Helpers

const criteriaOf = ({ started }: RunScope) => started.input.criteria

/**
 * Verbatim, or as withholding leaves it. Joining entries can rebuild a quote that is then withheld across their borders:
 * what such an entry begins or ends with is then in the criteria, and only what lies between must be in the brief.
 */
function carries(brief: string, word: string, criteria: unknown): boolean {
  if (brief.includes(word)) return true
  if (typeof criteria !== 'string') return false
  const kept = withhold(word, criteria)
  if (brief.includes(kept)) return true
  if (!brief.includes('[withheld]')) return false
  let front = Math.min(kept.length, criteria.length)
  while (!criteria.includes(kept.slice(0, front))) front--
  let back = Math.max(front, kept.length - criteria.length)
  while (!criteria.includes(kept.slice(back))) back++
  return brief.includes(kept.slice(front, back))
}
