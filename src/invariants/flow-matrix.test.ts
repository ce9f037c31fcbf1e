import { describe, expect, test } from 'vitest'
import { workerCriticMutants } from '../../properties/mutants/worker-critic-mutants.ts'
import { withBrief } from '../../test/composites/mutated.ts'
import { SAMPLE_RUNS } from '../../test/composites/sample-runs.ts'
import {
  accept,
  decide,
  oversight,
  proposerAdversary,
  reject,
  runCompositeSync,
  say,
  scripted,
  workerCritic,
} from '../index.ts'
import type { Run } from '../trace/run.ts'
import { flowMatrix } from './flow-matrix.ts'

const retried = {
  input: { task_brief: 'Name a prime number above ten.', criteria: 'It has to be a number with three digits.' },
  model: scripted({
    worker: [say('The number thirteen is prime.', { reasoning: 'Small ones are easier to check.' }), '101 is prime.'],
    critic: [reject({ reasoning: 'That one is too small by far.', suggestions: ['Take a larger one.'] }), accept()],
  }),
}

/** `slot ← label: rule seen/calls`, and where it leaked. */
const lines = (run: Parameters<typeof flowMatrix>[0]) =>
  flowMatrix(run).map(
    ({ slot, label, rule, seen, calls, leaked }) =>
      `${slot} ← ${label}: ${rule} ${seen}/${calls}${leaked === null ? '' : ` leaked at ${leaked}`}`,
  )

describe('who was told what', () => {
  test('of a retried worker and its critic', () => {
    expect(lines(runCompositeSync(workerCritic, retried))).toMatchInlineSnapshot(`
      [
        "worker ← criteria: forbidden 0/2",
        "worker ← critic.data: forbidden 0/1",
        "worker ← critic.reading.reasoning: must 1/1",
        "worker ← critic.reading.suggestions: must 1/1",
        "worker ← critic.reading.verdict: may 0/1",
        "worker ← critic.text: forbidden 0/1",
        "worker ← task_brief: must 2/2",
        "worker ← worker.private: forbidden 0/1",
        "worker ← worker.text: forbidden 0/1",
        "critic ← criteria: must 2/2",
        "critic ← critic.data: forbidden 0/1",
        "critic ← critic.reading.reasoning: forbidden 0/1",
        "critic ← critic.reading.suggestions: forbidden 0/1",
        "critic ← critic.text: forbidden 0/1",
        "critic ← task_brief: must 2/2",
        "critic ← worker.private: forbidden 0/2",
        "critic ← worker.text: must 2/2",
      ]
    `)
  })

  test('of an overseen actor', () => {
    const run = runCompositeSync(oversight, {
      input: { task_brief: 'Count the boats in the harbour.' },
      config: { max_cycles: 2 },
      model: scripted({
        actor: [
          say('There are nine boats in it.', { selfAssessment: 'I did not look at the east pier.' }),
          'There are ten boats in it.',
        ],
        observer: ['The east pier is not counted.', 'All piers are counted now.'],
        arbiter: [decide('adjust', { adjustment: 'Count the east pier as well.' }), decide('continue')],
      }),
    })
    const text = lines(run).join('\n')
    expect(text).toContain('observer ← actor.private: forbidden 0/2')
    expect(text).toContain('actor ← arbiter.reading.adjustment: must 1/1')
    expect(text).not.toContain('leaked')
  })

  test('of two sides, of which the first cannot hear the second', () => {
    const run = runCompositeSync(proposerAdversary, {
      input: { task_brief: 'Name a prime.' },
      model: scripted({ proposer: ['The number nine, surely.'], adversary: ['Nine is three times three.'] }),
    })
    expect(lines(run)).toEqual([
      'proposer ← task_brief: must 1/1',
      'adversary ← proposer.text: must 1/1',
      'adversary ← task_brief: must 1/1',
    ])
  })
})

test.each(['nested', 'adjusted', 'aborted', 'failed inside', 'rounds run out', 'accepted'])(
  'who was told what in a sample run: %s',
  async (name) => {
    const told = `${lines(SAMPLE_RUNS[name]!).join('\n')}\n`
    await expect(told).toMatchFileSnapshot(`../../test/composites/flows/${name.replaceAll(' ', '-')}.txt`)
  },
)

test('a slot inside another is the same slot in whichever call', () => {
  const run = SAMPLE_RUNS.nested!
  const later = run.events.map((event) => ({ ...event, scope: event.scope.replace('#1', '#12') }))
  expect(lines({ ...run, events: later })).toEqual(lines(run))
})

test('a value without words is none, whatever stood there before', () => {
  const run = runCompositeSync(workerCritic, {
    ...retried,
    model: scripted({
      worker: ['9', '15', '101'],
      critic: [reject({ reasoning: 'That one is too small by far.' }), reject({ reasoning: '' }), accept()],
    }),
  })
  expect(lines(run)).toContain('worker ← critic.reading.reasoning: must 1/1')
})

describe('of several values under one label', () => {
  const suggestions = ['Take a larger one.', 'Show that nothing divides it.']
  const told = (brief: (usual: string) => string) => {
    const run = runCompositeSync(withBrief(workerCritic, 'worker', brief), {
      input: { task_brief: 'Name a prime number above ten.', criteria: 'It has to be a number with three digits.' },
      model: scripted({
        worker: ['9', '101'],
        critic: [reject({ issues: ['Nine is no prime at all.', 'odd'], suggestions }), accept()],
      }),
    })
    return lines(run)
  }

  test('all that a slot must have count as told only together', () => {
    expect(told((usual) => usual)).toContain('worker ← critic.reading.suggestions: must 1/1')
    expect(told((usual) => usual.replace(suggestions[1]!, ''))).toContain(
      'worker ← critic.reading.suggestions: must 0/1',
    )
  })

  test('one of them is enough where a slot may have them', () => {
    const { worker } = workerCritic.slots
    const seeing = { ...worker!, sees: [...worker!.sees, 'critic.reading.issues'] }
    const curious = { ...workerCritic, slots: { ...workerCritic.slots, worker: seeing } }
    const run = runCompositeSync(
      withBrief(curious, 'worker', (usual, { critique }) => (critique ? `${usual}\nNine is no prime at all.` : usual)),
      {
        input: { task_brief: 'Name a prime number above ten.', criteria: 'It has to be a number with three digits.' },
        model: scripted({
          worker: ['9', '101'],
          critic: [reject({ issues: ['Nine is no prime at all.', 'It is too small.'], suggestions }), accept()],
        }),
      },
    )
    expect(lines(run)).toContain('worker ← critic.reading.issues: may 1/1')
  })

  test('one of them that a slot must not have is a leak', () => {
    expect(
      told((usual) => `${usual}\nNine is no prime at all.`).filter((line) =>
        line.startsWith('worker ← critic.reading.issues'),
      ),
    ).toEqual([expect.stringMatching(/^worker ← critic\.reading\.issues: forbidden 1\/1 leaked at \d+$/)])
  })
})

test('a leak is shown with the call that has it', () => {
  const leaky = workerCriticMutants.flatMap(({ name, composite }) => {
    try {
      return flowMatrix(runCompositeSync(composite, retried))
        .filter(({ leaked }) => leaked !== null)
        .map(({ label, leaked }) => ({ name, label, leaked }))
    } catch {
      return []
    }
  })
  expect(leaky.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['criteria', 'worker.text', 'critic.reading.reasoning']),
  )
  expect(leaky.every(({ leaked }) => leaked! > 0)).toBe(true)
})

test('what a slot keeps to itself is looked for in every request', () => {
  const run = JSON.parse(JSON.stringify(runCompositeSync(workerCritic, retried))) as Run
  const at = run.events.findLastIndex((event) => event.kind === 'slot-called' && event.slot === 'critic')
  const event = run.events[at] as { request: { brief: string } }
  event.request.brief += 'Small ones are easier to check.'
  const leaks = flowMatrix(run).filter(({ leaked }) => leaked !== null)
  expect(leaks).toEqual([
    { slot: 'critic', label: 'worker.private', rule: 'forbidden', calls: 2, seen: 1, leaked: at, witness: at },
  ])
})
