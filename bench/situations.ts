import type { AnyComposite } from '../src/composites/composite.ts'
import { oversight } from '../src/composites/oversight.ts'
import { proposerAdversary } from '../src/composites/proposer-adversary.ts'
import { withhold } from '../src/composites/withhold.ts'
import { workerCritic } from '../src/composites/worker-critic.ts'
import { readDecision } from '../src/decisions/read-decision.ts'
import { readVerdict } from '../src/decisions/read-verdict.ts'
import type { ModelReply } from '../src/providers/model.ts'
import { decide, reject } from '../src/providers/script-steps.ts'
import { type Script, scripted } from '../src/providers/scripted.ts'

/** A program by hand: yields each brief, is given each reply, returns its result. */
export type ByHand = Generator<string, object, ModelReply>

/** A composite with what it is given, and the same program written without Tribunal. */
export interface Situation {
  readonly name: string
  readonly composite: AnyComposite
  readonly input: { readonly [name: string]: string }
  readonly script: Script
  /** The script's replies in the order of the calls. */
  readonly replies: readonly ModelReply[]
  /** What a programmer would write who wants the same calls with the same briefs and no record of them. */
  byHand(): ByHand
}

/** One situation a composite, each going on until its bound; replies are of about 200 bytes. */
export function situations(): readonly Situation[] {
  return [workerCriticSituation(), oversightSituation(), proposerAdversarySituation()]
}

// Helpers

const TASK =
  'Write two paragraphs on why the sea is salty, for readers of twelve years, with one source for each number.'

function workerCriticSituation(): Situation {
  const input = { task_brief: TASK, criteria: 'Every number has a source. No sentence has more than twenty words.' }
  const worker = [1, 2, 3].map((n) => ({ text: filled(`Draft ${n}: `) }))
  const critic = [1, 2, 3].map((n) =>
    reject({
      reasoning: `Number ${n} of the second paragraph comes from nowhere, and its first sentence is far too long.`,
      issues: ['a number without a source'],
      suggestions: ['Say where it comes from.'],
    }),
  )
  const briefs = { worker: workerCritic.slots.worker!.brief, critic: workerCritic.slots.critic!.brief }
  return {
    name: 'worker-critic, 3 rounds',
    composite: workerCritic,
    input,
    script: scripted({ worker, critic }),
    replies: worker.flatMap((work, i) => [work, critic[i]!]),
    *byHand() {
      const { task_brief, criteria } = input
      let critique: string | undefined
      for (let attempts = 1; ; attempts++) {
        const { text } = yield briefs.worker({ task_brief, critique })
        const judged = yield briefs.critic({ task_brief, criteria, result: text })
        const { verdict, reasoning, issues, suggestions } = readVerdict(judged)
        if (verdict === 'accept') return { result: text, attempts }
        if (attempts === 3)
          return { result: text, attempts, final_critique: { verdict, reasoning, issues, suggestions } }
        // What the worker must not learn is not in its brief by hand either.
        const parts = suggestions.map((suggestion) => `- ${withhold(suggestion, criteria)}`)
        critique = withhold([withhold(reasoning, criteria), ...parts].join('\n'), criteria)
      }
    },
  }
}

function oversightSituation(): Situation {
  const input = { task_brief: TASK }
  const actor = [1, 2, 3].map((n) => ({ text: filled(`Draft ${n}: `) }))
  const observer = [1, 2, 3].map((n) => ({ text: filled(`Seen in draft ${n}: `) }))
  const arbiter = [1, 2, 3].map((n) =>
    decide('adjust', {
      adjustment: `Give a source for number ${n}, and cut the first sentence of the second paragraph in two.`,
      reason: 'The report names a number without a source.',
    }),
  )
  const { actor: act, observer: observe, arbiter: judge } = oversight.slots
  return {
    name: 'oversight, 3 cycles',
    composite: oversight,
    input,
    script: scripted({ actor, observer, arbiter }),
    replies: actor.flatMap((acted, i) => [acted, observer[i]!, arbiter[i]!]),
    *byHand() {
      let adjustment: string | undefined
      for (let cycles = 1; ; cycles++) {
        const { text: result } = yield act!.brief({ task_brief: TASK, adjustment })
        const { text: report } = yield observe!.brief({ task_brief: TASK, outcome: result })
        const decided = readDecision(yield judge!.brief({ task_brief: TASK, report }))
        if (decided.decision === 'abort') return { result, cycles, abort_reason: decided.reason }
        if (cycles === 3) return { result, cycles }
        if (decided.decision === 'adjust') adjustment = decided.adjustment
      }
    },
  }
}

function proposerAdversarySituation(): Situation {
  const input = { task_brief: TASK }
  const [proposer, adversary] = [{ text: filled('A proposal: ') }, { text: filled('An attack: ') }]
  const { proposer: propose, adversary: attack } = proposerAdversary.slots
  return {
    name: 'proposer-adversary',
    composite: proposerAdversary,
    input,
    script: scripted({ proposer: [proposer], adversary: [adversary] }),
    replies: [proposer, adversary],
    *byHand() {
      const { text: proposal } = yield propose!.brief({ task_brief: TASK })
      const { text } = yield attack!.brief({ task_brief: TASK, proposal })
      return { result: { proposal, attack: text } }
    },
  }
}

const filled = (start: string): string => start.padEnd(200, 'rivers carry what the rain has washed out of the rocks, ')
