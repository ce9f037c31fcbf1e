import fc from 'fast-check'
import { type Arbiter, CountingModel, expectedDecision, expectedVote } from './arbiter.ts'
import { type ArbitrationTry, arbitrationTries } from './arbitration-tries.ts'

/** A rule of the arbitration contract as a property of an arbiter. */
export interface ArbitrationLaw {
  /** Stable, kebab-case. */
  readonly law: string
  /** The rule in words, as a failure prints it. */
  readonly rule: string
  property(arbiter: Arbiter): fc.IAsyncProperty<[ArbitrationTry, fc.Scheduler]>
  /** One try; rejects, saying what it saw, when the rule does not hold. */
  attempt(arbiter: Arbiter, tried: ArbitrationTry, scheduler: fc.Scheduler): Promise<void>
}

/**
 * The laws that every arbiter has to keep. Source: handbook page automation_situation_arbitrate v1.
 *
 * @example
 * ```ts
 * import fc from 'fast-check'
 * import { arbitrationLaws, ourArbiter } from 'vitest-tribunal/properties'
 *
 * for (const { property } of arbitrationLaws) await fc.assert(property(ourArbiter), { numRuns: 10 })
 * ```
 */
export const arbitrationLaws: readonly ArbitrationLaw[] = [
  law(
    'arbitration-stays-within',
    'The action is in the list or the default; from the model only if it is in the list.',
    async (arbiter, t) => {
      for (const { action, source } of [...(await decisions(arbiter, t)), await vote(arbiter, t)])
        if (!(source === 'model' ? t.input.allowed_actions.includes(action) : action === t.default_action))
          throw new Error(`took ${JSON.stringify(action)} as ${source}`)
    },
  ),
  law(
    'arbitration-calls',
    'One call; two where the first answer is weak and self_check is set; never more.',
    async (arbiter, t) => {
      for (const { calls, means } of await decisions(arbiter, t))
        same('number of calls', calls, expectedDecision(means, t.input, t).calls)
      const voted = await vote(arbiter, t)
      if (voted.calls > t.samples * (t.input.self_check ? 2 : 1)) throw new Error(`made ${voted.calls} calls`)
    },
  ),
  law('arbitration-default', 'The default is used exactly when no valid answer meets the bar.', async (arbiter, t) => {
    for (const { means, ...decision } of await decisions(arbiter, t))
      same('decision', pick(decision), pick(expectedDecision(means, t.input, t)))
  }),
  law('arbitration-quorum', 'The winner has the quorum and shares the lead with nobody.', async (arbiter, t) => {
    const plain = unrevised(t)
    same('vote', pick(await vote(arbiter, plain)), expectedVote(meaningsOf(plain), policyOf(plain)))
  }),
  law('arbitration-votes-permute', 'The order of the samples changes nothing.', async (arbiter, t) => {
    const plain = unrevised(t)
    const permuted = { ...plain, replies: t.order.map((at) => t.replies[at]!) }
    same('vote', pick(await vote(arbiter, permuted)), pick(await vote(arbiter, plain)))
  }),
  law('arbitration-arrival', 'Who answers first changes nothing.', async (arbiter, t, scheduler) => {
    const answers = new CountingModel(t.replies)
    const model = { id: 'scheduled', respond: scheduler.scheduleFunction(async () => answers.respond()) }
    const late = await scheduler.waitFor(arbiter.consensus(t.input, { model, ...policyOf(t) }))
    same('vote', pick(late), pick(await vote(arbiter, t)))
  }),
  law('arbitration-winner-stays', 'One more vote for the winner never unseats it.', async (arbiter, t) => {
    const plain = unrevised(t)
    const before = await vote(arbiter, plain)
    if (before.source === 'default') return
    const reply = { text: JSON.stringify({ status: 'decided', action: before.action, confidence: 1 }) }
    const means = { kind: 'decided', action: before.action, confidence: 1 } as const
    const replies = [...plain.replies.slice(0, plain.samples), { reply, means, how: 'decided' }]
    same('vote', pick(await vote(arbiter, { ...plain, replies, samples: plain.samples + 1 })), pick(before))
  }),
  law('arbitration-stops-early', 'Stopping early comes to the same action, with no more calls.', async (arbiter, t) => {
    const plain = unrevised(t)
    const [early, all] = [await vote(arbiter, plain, true), await vote(arbiter, plain)]
    same('vote', pick(early), pick(all))
    if (early.calls > all.calls) throw new Error(`made ${early.calls} calls instead of ${all.calls}`)
  }),
]

// Helpers

type Check = (arbiter: Arbiter, t: ArbitrationTry, scheduler: fc.Scheduler) => Promise<void>

function law(name: string, rule: string, check: Check): ArbitrationLaw {
  const property = (arbiter: Arbiter) =>
    fc.asyncProperty(arbitrationTries(), fc.scheduler(), (t, scheduler) => check(arbiter, t, scheduler))
  return { law: name, rule, property, attempt: check }
}

const meaningsOf = ({ replies }: ArbitrationTry) => replies.map(({ means }) => means)

function unrevised(t: ArbitrationTry): ArbitrationTry {
  const { self_check: _, ...input } = t.input
  return { ...t, input }
}

/** One decision for each pair of replies: an answer, and what a revision of it would say. */
async function decisions(arbiter: Arbiter, { input, replies, default_action, min_confidence }: ArbitrationTry) {
  const decided = []
  for (let at = 0; at < replies.length; at += 2) {
    const pair = replies.slice(at, at + 2)
    const model = new CountingModel(pair)
    const { action, source } = await arbiter.decide(input, { model, default_action, min_confidence })
    decided.push({ action, source, calls: model.calls, means: pair.map(({ means }) => means) })
  }
  return decided
}

async function vote(arbiter: Arbiter, t: ArbitrationTry, stop_early = false) {
  const model = new CountingModel(t.replies)
  const outcome = await arbiter.consensus(t.input, { model, ...policyOf(t), stop_early })
  return { ...outcome, calls: model.calls }
}

const policyOf = ({ default_action, min_confidence, samples, quorum }: ArbitrationTry) => ({
  default_action,
  min_confidence,
  samples,
  ...(quorum === undefined ? {} : { quorum }),
})

const pick = ({ action, source }: { action: string; source: string }) => ({ action, source })

function same(what: string, got: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(got), JSON.stringify(expected)]
  if (is !== should) throw new Error(`has the ${what} ${is} and not ${should}`)
}
