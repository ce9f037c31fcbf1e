import { expect, test } from 'vitest'
import type { AnyComposite } from './composite.ts'
import { describe as describeComposite } from './describe.ts'
import { oversight } from './oversight.ts'
import { proposerAdversary } from './proposer-adversary.ts'
import { workerCritic } from './worker-critic.ts'

/** What each slot must and may know, as docs/information-flow.md says; a leading `!` is the primary slot. */
const flowsOf = (composite: AnyComposite) =>
  Object.fromEntries(
    // A copy: a description is made once for each composite.
    Object.entries(describeComposite({ ...composite }).slots).map(([slot, { primary, must, sees, output }]) => [
      `${primary ? '!' : ''}${slot} → ${output}`,
      `${must.join(', ')} | ${sees.join(', ')}`,
    ]),
  )

test('what each slot must and may know is what the document says', () => {
  expect([workerCritic, oversight, proposerAdversary].map(flowsOf)).toEqual([
    {
      '!worker → result': 'task_brief, critic.reading.reasoning?, critic.reading.suggestions? | critic.reading.verdict',
      'critic → verdict': 'task_brief, criteria, worker.text | ',
    },
    {
      '!actor → outcome': 'task_brief, arbiter.reading.adjustment? | arbiter.reading.decision',
      'observer → report': 'task_brief, actor.text | ',
      'arbiter → decision': 'task_brief, observer.text | ',
    },
    {
      '!proposer → proposal': 'task_brief | ',
      'adversary → attack': 'task_brief, proposer.text | ',
    },
  ])
})

test('a description holds what a run has to carry to be judged by itself', () => {
  const { name, version, self, prohibited, invariants, inputs, bounds, returns } = describeComposite({
    ...workerCritic,
  })
  expect({ name, version, self, prohibited, invariants, inputs, bounds, returns }).toEqual({
    name: 'worker-critic',
    version: '0.1.0',
    self: workerCritic.self,
    prohibited: [],
    invariants: [
      'criteria-stay-with-critic',
      'critic-gets-the-task',
      'accepting-ends-at-once',
      'last-critique-returned',
      'roles-unaware',
    ],
    inputs: ['task_brief', 'criteria'],
    bounds: ['max_rounds'],
    returns: {
      result: { description: workerCritic.returns.result!.description, from: ['worker'] },
      attempts: { description: workerCritic.returns.attempts!.description },
      final_critique: {
        description: workerCritic.returns.final_critique!.description,
        when: workerCritic.returns.final_critique!.when,
      },
    },
  })
  const { prohibited: forbidden } = describeComposite({ ...workerCritic, prohibited: ['judge itself'] })
  expect(forbidden).toEqual(['judge itself'])
})

test('what comes back is described, each part of it', () => {
  for (const { returns } of [workerCritic, oversight, proposerAdversary] as readonly AnyComposite[])
    for (const { description, when } of Object.values(returns)) {
      expect(description).toMatch(/\S/)
      expect(when ?? 'always').toMatch(/\S/)
    }
  const conditional = [workerCritic, oversight].map(({ returns }) =>
    Object.keys(returns).filter((key) => returns[key]!.when),
  )
  expect(conditional).toEqual([['final_critique'], ['abort_reason']])
})

test('each composite says what it is, what it takes and what it gives back from whom', () => {
  expect(
    [workerCritic, oversight, proposerAdversary].map(
      ({ name, kind, version, input, config, prohibited, invariants, returns }: AnyComposite) => ({
        name,
        kind,
        version,
        input,
        config,
        prohibited,
        invariants,
        from: Object.fromEntries(Object.entries(returns).map(([key, { from }]) => [key, from])),
      }),
    ),
  ).toMatchInlineSnapshot(`
    [
      {
        "config": {
          "max_rounds": {
            "default": 3,
            "maximum": 100,
            "minimum": 1,
            "type": "integer",
          },
        },
        "from": {
          "attempts": undefined,
          "final_critique": undefined,
          "result": [
            "worker",
          ],
        },
        "input": {
          "criteria": {
            "minLength": 1,
            "type": "string",
          },
          "task_brief": {
            "minLength": 1,
            "type": "string",
          },
        },
        "invariants": [
          "criteria-stay-with-critic",
          "critic-gets-the-task",
          "accepting-ends-at-once",
          "last-critique-returned",
          "roles-unaware",
        ],
        "kind": "composite",
        "name": "worker-critic",
        "prohibited": [],
        "version": "0.1.0",
      },
      {
        "config": {
          "max_cycles": {
            "default": 3,
            "maximum": 100,
            "minimum": 1,
            "type": "integer",
          },
          "on_unreadable": {
            "default": "continue",
            "enum": [
              "continue",
              "abort",
            ],
          },
        },
        "from": {
          "abort_reason": undefined,
          "cycles": undefined,
          "result": [
            "actor",
          ],
        },
        "input": {
          "task_brief": {
            "minLength": 1,
            "type": "string",
          },
        },
        "invariants": [
          "outcome-only-observer",
          "report-only-arbiter",
          "aborting-ends-at-once",
          "last-outcome-returned",
          "adjustment-on-original",
          "roles-unaware",
        ],
        "kind": "composite",
        "name": "oversight",
        "prohibited": [],
        "version": "0.1.0",
      },
      {
        "config": {},
        "from": {
          "result": [
            "proposer",
            "adversary",
          ],
        },
        "input": {
          "task_brief": {
            "minLength": 1,
            "type": "string",
          },
        },
        "invariants": [
          "both-sides-untouched",
          "roles-unaware",
        ],
        "kind": "pattern",
        "name": "proposer-adversary",
        "prohibited": [],
        "version": "0.1.0",
      },
    ]
  `)
})
