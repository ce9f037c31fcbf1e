import { expect, test } from 'vitest'
import { withBrief, withDelegate } from '../../test/composites/mutated.ts'
import { type AnyComposite, call } from '../composites/composite.ts'
import { oversight } from '../composites/oversight.ts'
import { proposerAdversary } from '../composites/proposer-adversary.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import { accept, decide, reject, say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'
import type { Run } from '../trace/run.ts'
import { checkFirewalls, checkInvariants } from './check-run.ts'

// A message names the slot and the label: with the name of the law it is all that a report shows.

const CRITERIA = 'Every claim names a source, and no source is a blog.'
const SECRET = 'Nobody will ever look at the sources.'

const messagesOf = (run: Run) =>
  [...checkFirewalls(run), ...checkInvariants(run)].map(({ invariant, message }) => `${invariant}: ${message}`)

const worked = (composite: AnyComposite) =>
  messagesOf(
    runCompositeSync(composite, {
      input: { task_brief: 'Write about the tides.', criteria: CRITERIA },
      config: { max_rounds: 2 },
      model: scripted({
        worker: [say('The moon pulls, I heard.', { reasoning: SECRET }), 'It pulls (NOAA).'],
        critic: [reject({ reasoning: 'There is no source.', issues: ['no source for the moon'] }), accept()],
      }),
    } as never),
  )

test.each<[string, AnyComposite, readonly string[]]>([
  [
    'a first brief that says more than the task',
    withBrief(workerCritic, 'worker', (usual) => `${usual} `),
    ['task-first: the first brief of "worker" is not the task brief'],
  ],
  [
    'a brief that lacks a must',
    withBrief(workerCritic, 'worker', (usual) => usual.replace('There is no source.', '')),
    ['musts-present: the brief of "worker" lacks "critic.reading.reasoning"'],
  ],
  [
    'a brief that holds what is not for its slot',
    withBrief(workerCritic, 'worker', (usual, { critique }) => `${usual}${critique ? '\nno source for the moon' : ''}`),
    ['nothing-foreign: the request of "worker" holds "critic.data"'],
  ],
  [
    'a brief that holds what is private',
    withBrief(workerCritic, 'critic', (usual) => `${usual}\n${SECRET}`),
    [
      'private-unrouted: the request of "critic" holds private text',
      'private-unrouted: the request of "critic" holds private text',
    ],
  ],
  [
    'a worker that hears the criteria on a retry',
    withBrief(workerCritic, 'worker', (usual, { critique }) => `${usual}${critique ? `\n${CRITERIA}` : ''}`),
    [
      'nothing-foreign: the request of "worker" holds "criteria"',
      'criteria-stay-with-critic: the request of "worker" quotes the criteria',
    ],
  ],
  [
    'a critic without the criteria',
    withBrief(workerCritic, 'critic', (usual) => usual.replace(CRITERIA, '')),
    [
      ...[
        'musts-present: the brief of "critic" lacks "criteria"',
        'musts-present: the brief of "critic" lacks "criteria"',
      ],
      ...[
        `critic-gets-the-task: the critic's brief lacks "criteria"`,
        `critic-gets-the-task: the critic's brief lacks "criteria"`,
      ],
    ],
  ],
  [
    'a template that speaks of rounds',
    withBrief(workerCritic, 'critic', (usual) => `${usual}\nThis is the last ROUND.`),
    ['roles-unaware: the template of "critic" says "ROUND"', 'roles-unaware: the template of "critic" says "ROUND"'],
  ],
])('%s', (_, composite, messages) => {
  expect(worked(composite)).toEqual(messages)
})

test('an oversight that stops before its time says after how many cycles', () => {
  const hasty = withDelegate(oversight, function* ({ task_brief }) {
    const acted = yield* call('actor', { task_brief })
    const observed = yield* call('observer', { task_brief, outcome: acted.text })
    yield* call('arbiter', { task_brief, report: observed.text })
    return { result: acted.text, cycles: 1 }
  })
  const run = runCompositeSync(hasty, {
    input: { task_brief: 'Free some disk space.' },
    model: scripted({ actor: ['Done.'], observer: ['Fine.'], arbiter: [decide('continue')] }),
  })
  expect(messagesOf(run)).toEqual(['last-outcome-returned: it stopped after 1 of 3 cycles'])
})

test('a composite that returns without asking anybody breaks the laws of its result, and no law throws', () => {
  const idle = function* () {
    yield* []
    return { result: 'nothing' }
  }
  const model = scripted({})
  const input = { task_brief: 'x', criteria: 'y' }
  const runs = [
    runCompositeSync(withDelegate(workerCritic, idle as never), { input, model }),
    runCompositeSync(withDelegate(oversight, idle as never), { input: { task_brief: 'x' }, model }),
    runCompositeSync(withDelegate(proposerAdversary, idle as never), { input: { task_brief: 'x' }, model }),
  ]
  expect(runs.map(messagesOf)).toEqual([
    ['last-critique-returned: attempts is not how often the worker was asked'],
    [
      'last-outcome-returned: it stopped after 0 of 3 cycles',
      'last-outcome-returned: cycles is not how often the actor was asked',
      'last-outcome-returned: the result is not the last outcome',
    ],
    ['both-sides-untouched: the result is not the proposal and the attack as they came'],
  ])
})

test('a run that a composite breaks off keeps every law of results: there is no result', () => {
  const broken = function* (input: { task_brief: string; criteria: string }, asking: readonly string[]) {
    for (const slot of asking) yield* call(slot, { ...input, result: 'r', outcome: 'o', report: 'p', proposal: 'p' })
    throw new Error('broken off')
  }
  const tried = (composite: AnyComposite, input: object, asking: readonly string[]) =>
    messagesOf(
      runCompositeSync(
        withDelegate(composite, function* (given: never) {
          return yield* broken(given, asking)
        } as never),
        {
          input,
          model: scripted({
            worker: ['r'],
            critic: [accept()],
            actor: ['o'],
            observer: ['p'],
            arbiter: [decide('abort')],
          }),
        } as never,
      ),
    )
  const input = { task_brief: 'Write about the tides.' }
  expect(tried(workerCritic, { ...input, criteria: CRITERIA }, ['worker', 'critic'])).toEqual([
    'accepting-ends-at-once: the run went on after the critic had accepted',
  ])
  expect(tried(workerCritic, { ...input, criteria: CRITERIA }, ['worker'])).toEqual([])
  expect(tried(oversight, input, ['actor', 'observer', 'arbiter'])).toEqual([
    'aborting-ends-at-once: the run went on after the arbiter had aborted',
  ])
  expect(tried(oversight, input, ['actor'])).toEqual([])
  expect(tried(proposerAdversary, input, [])).toEqual([])
})
