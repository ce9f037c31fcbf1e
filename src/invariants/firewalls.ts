import type { Invariant } from './invariant.ts'
import { formsOf, givesAway, ownWords } from './own-words.ts'
import type { RunScope } from './run-scope.ts'
import { givesAwaySecrets } from './scope-queries.ts'

const SOURCE = 'docs/information-flow.md'

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
      if (givesAwaySecrets(ownWords(call, criteriaOf(scope)), call, scope))
        yield { event: call.index, message: `the request of "${call.called.slot}" holds private text` }
  },
}

/**
 * No request holds a value outside `must` and `sees`.
 * Stated limits: under 12 characters nothing is a hit; a reply that says by itself what a template says is one.
 */
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
    const { task_brief } = started.input
    if (task_brief === undefined) return
    for (const { index, called } of calls)
      if (started.composite.slots[called.slot]?.primary && called.call === 1 && called.request.brief !== task_brief)
        yield { event: index, message: `the first brief of "${called.slot}" is not the task brief` }
  },
}

// Helpers

const criteriaOf = ({ started }: RunScope) => started.input.criteria

const carries = (brief: string, word: string, criteria: unknown): boolean =>
  [...formsOf(word, criteria, brief)].some((form) => brief.includes(form))
