import type { Invariant } from './invariant.ts'
import { ownWords } from './own-words.ts'

/**
 * No template tells a role about the others: that it is watched, judged, one of several, or how often it may try.
 * Words that come from the caller or from a reply are not ours and do not count.
 */
export const rolesUnaware: Invariant = {
  name: 'roles-unaware',
  statement: 'A role is told nothing of the roles around it, of rounds, or of what its words will cause.',
  source: 'docs/information-flow.md',
  *check(scope) {
    for (const call of scope.calls) {
      const telling = TELLING[call.called.slot]
      const found = telling && ownWords(call, scope.started.input.criteria, SHORTEST).match(telling)
      if (found) yield { event: call.index, message: `the template of "${call.called.slot}" says "${found[0]}"` }
    }
  },
}

// Helpers

const whole = (...stems: readonly string[]) => new RegExp(`\\b(?:${stems.join('|')})\\b`, 'i')

const LOOP = ['retr(?:y|ies|ied)', 'attempts?', 'rounds?', 'cycles?', 'remaining', 'budget']
const CRITICS = [
  'critics?',
  'critiqu(?:e|es|ed)',
  'judg(?:e|es|ed|ing)',
  'evaluat(?:e|es|ed|or|ion)',
  'review(?:s|ed|er)?',
]
const WATCHERS = [
  'observ(?:e|es|ed|er|ing|ation)',
  'overs(?:ee|een|ight)',
  'watch(?:es|ed|er|ing)?',
  'arbit(?:er|ers|rate|ration)',
]
const DEBATE = ['weigh(?:s|ed|ing)?', 'attack(?:s|ed|er|ing)?', 'advers(?:ary|arial)']

/** No word below is shorter: what is cannot be one of them. */
const SHORTEST = 5

/** What each role must not be told, as whole words. */
const TELLING: { readonly [slot: string]: RegExp | undefined } = {
  worker: whole(...LOOP, ...CRITICS, 'criteria'),
  critic: whole(...LOOP, 'workers?', 'again'),
  actor: whole(...LOOP, ...CRITICS, ...WATCHERS),
  observer: whole(
    ...LOOP,
    'actors?',
    'overs(?:ee|een|ight)',
    'arbit(?:er|ers|rate|ration)',
    'decisions?',
    'adjust(?:ed|ment)?',
    'abort(?:ed)?',
  ),
  arbiter: whole(...LOOP, 'actors?', 'self-assessment'),
  proposer: whole(...DEBATE, ...CRITICS),
  adversary: whole('weigh(?:s|ed|ing)?', 'judg(?:e|es|ed|ing)', 'proposers?', 'settled?'),
}
