import {
  accept,
  call,
  defineComposite,
  fault,
  proposerAdversary,
  runCompositeSync,
  say,
  scripted,
  workerCritic,
} from '../../src/index.ts'

export const debate = runCompositeSync(proposerAdversary, {
  id: 'debate',
  input: { task_brief: 'Name a prime.' },
  model: scripted({ proposer: ['9'], adversary: ['It is 3 × 3.'] }),
})

/** The adversary is told what the proposer thought. */
const leaky = defineComposite({
  ...proposerAdversary,
  name: 'leaky',
  *delegate({ task_brief }: { task_brief: string }) {
    const proposal = yield* call('proposer', { task_brief })
    const attack = yield* call('adversary', { task_brief, proposal: `${proposal.text} ${proposal.private?.reasoning}` })
    return { result: { proposal: 'Changed.', attack: attack.text } }
  },
})

export const leak = runCompositeSync(leaky, {
  id: 'leak',
  input: { task_brief: 'Name a prime.' },
  model: scripted({ proposer: [say('9', { reasoning: 'Nobody is going to check.' })], adversary: ['It is 3 × 3.'] }),
})

export const failed = runCompositeSync(workerCritic, {
  id: 'failed',
  input: { task_brief: 'Name a prime.', criteria: 'It is above 10.' },
  model: scripted({ worker: ['11'], critic: [fault.status(429)] }),
})

export const accepted = runCompositeSync(workerCritic, {
  id: 'accepted',
  input: { task_brief: 'Name a prime.', criteria: 'It is above 10.' },
  model: scripted({ worker: ['11'], critic: [accept()] }),
})

export const failure = (assertion: () => void): string => {
  try {
    assertion()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the assertion passed')
}
