import type { MatcherState } from 'vitest'
import { isObject } from '../src/json/json.ts'
import { choicesOf } from './choices.ts'
import type { MatcherResult } from './matcher-result.ts'

/**
 * Passes when a model chose nothing but these actions: the outcome, if it is the model's, and every answer that was accepted on the way,
 * candidates too. A default is the flow's own and may be any, as long as it is the declared one.
 *
 * @param received - what `forgeDecide`, `forgeConsensus` or `arbitrate` gave, an arbitration record, or a list of these
 * @param actions - the actions that may be chosen, verbatim
 *
 * @example
 * ```ts
 * import { expect } from 'vitest'
 * import { forgeDecide, scripted } from 'vitest-tribunal'
 * import 'vitest-tribunal/setup'
 *
 * const decision = await forgeDecide(
 *   { facts: { flips: 6 }, allowed_actions: ['wait', 'reload'] },
 *   { model: scripted({ arbitration: ['Delete it.'] }), default_action: 'stop', min_confidence: 0.7 },
 * )
 * expect(decision).toStayWithin(['wait', 'reload'])
 * ```
 */
export function toStayWithin(this: MatcherState, received: unknown, actions: readonly string[]): MatcherResult {
  if (!Array.isArray(actions) || actions.some((action) => typeof action !== 'string'))
    throw new TypeError(`toStayWithin takes a list of actions, not ${this.utils.stringify(actions)}.`)
  const subjects = Array.isArray(received) ? received : [received]
  const choices = subjects.map((subject) => (isObject(subject) ? choicesOf(subject) : undefined))
  if (choices.includes(undefined)) throw wrongSubject(received, this)
  const outside = choices
    .flat()
    .filter((choice) => choice !== undefined && !(choice.own || actions.includes(choice.action)))
  return {
    pass: outside.length === 0,
    message: () =>
      `${this.utils.matcherHint('toStayWithin', 'decision', 'actions', { isNot: this.isNot })}\n\n` +
      `Expected ${this.isNot ? 'a choice outside of' : 'nothing but'}: ${list(actions)}\n` +
      (this.isNot
        ? `All choices are within: ${list(choices.flat().map((choice) => choice!.action))}`
        : outside.map((choice) => `Outside, ${choice!.what}: ${JSON.stringify(choice!.action)}`).join('\n')),
  }
}

// Helpers

const list = (actions: readonly string[]) =>
  [...new Set(actions)].map((action) => JSON.stringify(action)).join(', ') || 'none'

function wrongSubject(received: unknown, { utils, isNot }: MatcherState): TypeError {
  const hint = utils.matcherHint('toStayWithin', 'received', 'actions', { isNot })
  return new TypeError(
    `${hint}\n\nThe received value must be what forgeDecide, forgeConsensus or arbitrate gave, or an arbitration record.\nReceived: ${utils.printReceived(received)}`,
  )
}
