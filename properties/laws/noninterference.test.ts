import { describe, expect, test } from 'vitest'
import { oversight } from '../../src/composites/oversight.ts'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import { decide, fault, reject, say } from '../../src/providers/script-steps.ts'
import { scripted } from '../../src/providers/scripted.ts'
import { runCompositeSync } from '../../src/run/run-composite.ts'
import { type Fault, tampered } from '../mutants/tamper.ts'
import { compareRuns, noninterference } from './noninterference.ts'

const input = { task_brief: 'Free some disk space.' }
const hidden = ({
  replies,
}: {
  readonly replies: { readonly [slot: string]: readonly { readonly private?: { readonly reasoning?: string } }[] }
}) => replies.actor?.at(-1)?.private?.reasoning ?? ''

describe('what the actor thinks', () => {
  test('changes nothing that anybody is asked', () => {
    const [run, twin] = pair({})
    expect(noninterference(run, twin)).toEqual([])
    expect(compareRuns(run, twin).compared).toEqual(['observer', 'arbiter', 'actor'])
  })

  test.each<[string, Fault, string]>([
    [
      'as a length',
      { tell: { observer: (seen) => ' '.repeat(hidden(seen).length) } },
      'the request of "observer" (call 1) changes',
    ],
    [
      'as presence',
      { tell: { arbiter: (seen) => (hidden(seen) ? '.' : '') } },
      'the request of "arbiter" (call 1) changes',
    ],
    [
      'as one call more',
      { askBefore: (ask, seen) => (ask.slot === 'observer' && hidden(seen) ? ask : undefined) },
      'who is asked gives it away',
    ],
  ])('is seen %s', (_, planted, message) => {
    const [first] = noninterference(...pair(planted))
    expect(first?.message).toContain(message)
  })
})

test('once the order of calls differs nothing more is compared', () => {
  const [run, twin] = pair({ askBefore: (ask, seen) => (ask.slot === 'observer' && hidden(seen) ? ask : undefined) })
  expect(noninterference(run, twin)).toHaveLength(1)
})

test('nothing is said of a request that may depend on what differs', () => {
  const [run, twin] = [runWith('one', 'Done.'), runWith('one', 'Half of it is done.')]
  expect(compareRuns(run, twin)).toMatchObject({ violations: [], compared: ['arbiter', 'actor'] })
})

test('runs that decide differently say nothing', () => {
  const [run, twin] = [runWith('', 'Done.'), runWith('', 'Done.', 'abort')]
  expect(compareRuns(run, twin)).toEqual({ violations: [], compared: [], discarded: true })
})

test('a run that fails where the other does is compared up to there', () => {
  const failing = (reasoning: string) =>
    runCompositeSync(oversight, {
      input,
      model: scripted({ actor: [say('Done.', { reasoning })], observer: [fault.timeout()] }),
    })
  expect(compareRuns(failing('one'), failing(''))).toMatchObject({
    violations: [],
    compared: ['observer'],
    discarded: false,
  })
})

test('a critique that quotes the criteria counts as what withholding leaves of it', () => {
  const counting = tampered(workerCritic, {
    tell: { worker: ({ input, k }) => (k > 1 ? ' '.repeat(String(input.criteria).length) : '') },
  })
  const withCriteria = (composite: typeof workerCritic, criteria: string) =>
    runCompositeSync(composite, {
      input: { task_brief: 'Name a source.', criteria },
      config: { max_rounds: 2 },
      model: scripted({ worker: ['one', 'two'], critic: [reject({ reasoning: `But: ${criteria}` }), reject()] }),
    })
  const criteria = ['It is above all from before 1900.', 'Nobody has ever disputed it in print so far.'] as const
  const asked = (composite: typeof workerCritic) => criteria.map((one) => withCriteria(composite, one))
  const [run, twin] = asked(workerCritic)
  expect(compareRuns(run!, twin!)).toMatchObject({ violations: [], compared: ['worker'] })
  const [counted, other] = asked(counting)
  expect(noninterference(counted!, other!)).toHaveLength(1)
})

// Helpers

function pair(planted: Fault) {
  const composite = tampered(oversight, planted)
  return [runWith('I guess.', 'Done.', 'continue', composite), runWith('', 'Done.', 'continue', composite)] as const
}

function runWith(
  reasoning: string,
  outcome: string,
  decision: 'continue' | 'abort' = 'continue',
  composite = tampered(oversight, {}),
) {
  const observer = ['Looks fine.', 'Looks fine.', 'Looks fine.', 'Looks fine.']
  const model = scripted({
    actor: [say(outcome, { reasoning }), outcome],
    observer,
    arbiter: [decide(decision), decide('abort')],
  })
  return runCompositeSync(composite, { input, config: { max_cycles: 2 }, model })
}
