import { oversight, proposerAdversary, readVerdict, workerCritic } from 'vitest-tribunal'
import { test } from 'vitest-tribunal/fixtures'
import { assertArbitration, assertComposite, assertInspector, assertReader } from 'vitest-tribunal/properties'

// Thousands of runs each: on a busy machine that is more than a few seconds.
const patient = { timeout: 60_000 }

test('the worker-critic keeps its criteria to the critic', patient, async ({ task }) => {
  await assertComposite(workerCritic, { task })
})

test('the oversight keeps what the actor thinks from those who watch it', patient, async ({ task }) => {
  await assertComposite(oversight, { task })
})

test('the debate comes back unresolved', patient, async ({ task }) => {
  await assertComposite(proposerAdversary, { task })
})

test('the debate inside of an oversight stays a debate', patient, async ({ task }) => {
  const laws = ['presence', 'taint', 'noninterference', 'bounds'] as const
  await assertComposite(oversight, { components: { actor: { composite: proposerAdversary } }, laws, task })
})

test('no doubt is read as an acceptance', patient, async ({ task }) => {
  await assertReader(readVerdict, { field: 'verdict', values: ['accept', 'reject'], affirmative: 'accept', task })
})

test('an inspection depends on the run alone', patient, async ({ task }) => {
  await assertInspector({ tries: 300, task })
})

test('no reply widens the list of actions', patient, async ({ task }) => {
  await assertArbitration({ tries: 300, task })
})
