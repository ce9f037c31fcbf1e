import { expect, test } from 'vitest'
import { checkComposite } from '../../properties/check-composite.ts'
import { oversight } from '../../src/composites/oversight.ts'
import { proposerAdversary } from '../../src/composites/proposer-adversary.ts'
import { workerCritic } from '../../src/composites/worker-critic.ts'

// Each mutant of the core is tried on these: few tries, so that thousands of mutants stay affordable.

const options = { examples: false, tries: 40, seed: 1 } as const

test.each([workerCritic, oversight, proposerAdversary].map((composite) => [composite.name, composite] as const))(
  'no law of %s is broken within a few tries',
  async (_, composite) => {
    const { laws } = await checkComposite(composite, options)
    expect(laws.filter(({ status }) => status === 'broken').map(({ message }) => message)).toEqual([])
  },
)
