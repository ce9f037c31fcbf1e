import fc from 'fast-check'
import type { ArbitrationInput } from '../src/arbitration/contract.ts'
import { arbitrationInputs } from './arbitration-inputs.ts'
import { type ArbitrationReply, arbitrationReply, replySeeds } from './arbitration-replies.ts'

/** One try: an input, what the model says to it, and the flow's own options. */
export interface ArbitrationTry {
  readonly input: ArbitrationInput
  readonly replies: readonly ArbitrationReply[]
  readonly default_action: string
  readonly min_confidence: number
  readonly samples: number
  readonly quorum: number | undefined
  /** An order of the samples, for laws about order. */
  readonly order: readonly number[]
}

/** Enough replies for a vote in which every sample is revised. */
export const arbitrationTries = (): fc.Arbitrary<ArbitrationTry> =>
  fc
    .record({
      input: arbitrationInputs(),
      seeds: fc.array(replySeeds(), { minLength: 10, maxLength: 10 }),
      default_action: fc.constantFrom('do_nothing', 'wait', 'Wait'),
      min_confidence: fc.constantFrom(0.7, 0, 0.5, 1),
      votes: fc.constantFrom([3], [1], [2], [4], [5], [3, 1], [4, 2], [5, 5], [5, 2]),
      order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
    })
    .map(({ seeds, votes: [samples = 3, quorum], order, ...rest }) => ({
      ...rest,
      replies: seeds.map((seed) => arbitrationReply(seed, rest.input, rest.min_confidence)),
      samples,
      quorum,
      order: order.filter((at) => at < samples),
    }))
