import { describe, expect, test } from 'vitest'
import { brokenIn } from '../../test/composites/broken-laws.ts'
import { withBrief } from '../../test/composites/mutated.ts'
import { SAMPLE_RUNS } from '../../test/composites/sample-runs.ts'
import { oversight } from '../composites/oversight.ts'
import { proposerAdversary } from '../composites/proposer-adversary.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import { accept, decide, reject } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'

const TASK = 'Write about the tides.'

const SUBJECTS = {
  'worker-critic': [
    workerCritic,
    () => ({
      input: { task_brief: TASK, criteria: 'x' },
      model: scripted({ worker: ['a', 'b'], critic: [reject(), accept()] }),
    }),
  ],
  oversight: [
    oversight,
    () => ({
      input: { task_brief: TASK },
      config: { max_cycles: 1 },
      model: scripted({ actor: ['a'], observer: ['b'], arbiter: [decide('continue')] }),
    }),
  ],
  'proposer-adversary': [
    proposerAdversary,
    () => ({ input: { task_brief: TASK }, model: scripted({ proposer: ['a'], adversary: ['b'] }) }),
  ],
} as const

test.each(Object.entries(SAMPLE_RUNS))('no template tells a role about the others: %s', (_, run) => {
  expect(brokenIn(run)).toEqual([])
})

describe.each([
  [
    'worker-critic',
    'worker',
    ['critic', 'judged', 'Evaluation', 'criteria', 'attempt', 'retry', 'round', 'cycles', 'remaining'],
  ],
  ['worker-critic', 'critic', ['worker', 'retries', 'rounds', 'again']],
  ['oversight', 'actor', ['observer', 'watched', 'oversight', 'arbiter', 'cycle', 'reviewed']],
  ['oversight', 'observer', ['actor', 'arbiter', 'decision', 'abort', 'cycle']],
  ['oversight', 'arbiter', ['actors', 'self-assessment', 'cycle']],
  ['proposer-adversary', 'proposer', ['attacked', 'adversary', 'weighed', 'judged']],
  ['proposer-adversary', 'adversary', ['weighed', 'judge', 'proposer', 'settled']],
] as const)('%s breaks roles-unaware', (name, slot, words) => {
  test.each(words)(`when the ${slot} is told of "%s"`, (word) => {
    const [composite, optionsOf] = SUBJECTS[name]
    // Behind the first brief, which has a law of its own.
    const mutant = withBrief(composite as typeof workerCritic, slot, (usual) => `${usual}\nMind the ${word}.`)
    const run = runCompositeSync(mutant, optionsOf() as never)
    expect(brokenIn(run)).toContain(`roles-unaware at slot-called ${slot} 1`)
  })
})

test.each(['around', 'weight', 'reattempted', 'criticality', 'watchword', 'roundabout'])(
  '"%s" tells nothing',
  (word) => {
    const mutant = withBrief(workerCritic, 'worker', (usual, { critique }) =>
      critique ? `${usual}\nMind the ${word}.` : usual,
    )
    const [, optionsOf] = SUBJECTS['worker-critic']
    expect(brokenIn(runCompositeSync(mutant, optionsOf()))).toEqual([])
  },
)

test('words of the caller and of the replies are not ours', () => {
  const said = 'The observer and the critic judge each attempt: 3 rounds are remaining.'
  const run = runCompositeSync(oversight, {
    input: { task_brief: said },
    config: { max_cycles: 2 },
    model: scripted({
      actor: [said, said],
      observer: [said, said],
      arbiter: [decide('adjust', { adjustment: 'Tell the arbiter about every attempt.' }), decide('continue')],
    }),
  })
  expect(brokenIn(run)).toEqual([])
})

test('a task of one letter makes no word out of another', () => {
  const run = runCompositeSync(
    withBrief(oversight, 'observer', (usual) => `${usual}\nLook around.`),
    {
      input: { task_brief: 'a' },
      config: { max_cycles: 1 },
      model: scripted({ actor: ['a'], observer: ['b'], arbiter: [decide('continue')] }),
    },
  )
  expect(brokenIn(run)).toEqual([])
})
