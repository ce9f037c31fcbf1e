import { canonicalJson } from '../json/canonical-json.ts'
import type { Invariant } from './invariant.ts'
import { lastOf, resultOf } from './scope-queries.ts'

/** Both sides of a debate come back as they came, and nothing else does. */
export const bothSidesUntouched: Invariant = {
  name: 'both-sides-untouched',
  statement: 'The proposal and the attack on it both come back untouched; nobody settles the matter.',
  source: 'openprose/prose patterns/proposer-adversary.prose.md',
  *check(scope) {
    const result = resultOf(scope)
    if (result === undefined) return
    const expected = { proposal: lastOf(scope, 'proposer')?.text, attack: lastOf(scope, 'adversary')?.text }
    if (canonicalJson(result) !== canonicalJson({ result: expected }))
      yield { event: scope.events.at(-1)!.index, message: 'the result is not the proposal and the attack as they came' }
  },
}
