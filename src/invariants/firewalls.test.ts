import { describe, expect, test } from 'vitest'
import { brokenIn } from '../../test/composites/broken-laws.ts'
import { withBrief, withDelegate } from '../../test/composites/mutated.ts'
import { SAMPLE_RUNS } from '../../test/composites/sample-runs.ts'
import { soloist } from '../../test/composites/soloist.ts'
import { type AnyComposite, call } from '../composites/composite.ts'
import { oversight } from '../composites/oversight.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import { accept, decide, reject, say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'
import { checkFirewalls } from './check-run.ts'

const INPUT = { task_brief: 'Write about the tides.', criteria: 'Every claim names a source, and no source is a blog.' }
const SECRET = 'Nobody will ever look at the sources.'

const tried = (composite: AnyComposite) =>
  runCompositeSync(composite, {
    input: INPUT,
    model: scripted({
      worker: [say('The moon pulls, I heard.', { reasoning: SECRET }), 'The moon pulls (NOAA).'],
      critic: [
        reject({ reasoning: 'There is no source.', issues: ['no source for the moon'], suggestions: ['Name one.'] }),
        accept(),
      ],
    }),
  } as never)

test.each(Object.entries(SAMPLE_RUNS))('every firewall holds in a run as it should be: %s', (_, run) => {
  expect(checkFirewalls(run)).toEqual([])
})

describe('task-first', () => {
  test('breaks when the first brief of the primary slot says more than the task', () => {
    const mutant = withBrief(workerCritic, 'worker', (usual) => `${usual} `)
    expect(brokenIn(tried(mutant))).toEqual(['task-first at slot-called worker 1'])
  })

  test('says nothing of a composite that has no task', () => {
    const asking = soloist({
      input: { question: { type: 'string' } },
      speaker: { must: ['question'], brief: ({ question = '' }) => `Answer: ${question}` },
      *delegate(input) {
        const { question } = input as unknown as { question: string }
        return { result: (yield* call('speaker', { question })).text }
      },
    })
    const run = runCompositeSync(asking, {
      input: { question: 'Why?' },
      model: scripted({ speaker: ['So.'] }),
    } as never)
    expect(checkFirewalls(run)).toEqual([])
  })
})

describe('musts-present', () => {
  test.each([
    ['the task on a retry', 'worker', (usual: string) => usual.replace(/^Write about the tides\.\n/, ''), 'worker 2'],
    ['the reasoning on a retry', 'worker', (usual: string) => usual.replace('There is no source.', ''), 'worker 2'],
    ['a suggestion on a retry', 'worker', (usual: string) => usual.replace('Name one.', ''), 'worker 2'],
    ['a word of it', 'worker', (usual: string) => usual.replace('no source', 'no sources'), 'worker 2'],
  ])('breaks when a brief lacks %s', (_, slot, brief, at) => {
    expect(brokenIn(tried(withBrief(workerCritic, slot, brief)))).toEqual([`musts-present at slot-called ${at}`])
  })

  test('breaks when the critic lacks the result', () => {
    const mutant = withBrief(workerCritic, 'critic', (usual) => usual.replace('The moon pulls (NOAA).', ''))
    expect(brokenIn(tried(mutant))).toEqual(['musts-present at slot-called critic 2'])
  })

  test('breaks when a slot is called before what it must have exists', () => {
    const mutant = withDelegate(oversight, function* ({ task_brief }) {
      yield* call('observer', { task_brief, outcome: '' })
      const acted = yield* call('actor', { task_brief })
      return { result: acted.text, cycles: 1 }
    })
    const run = runCompositeSync(mutant, {
      input: { task_brief: 'x' },
      model: scripted({ observer: ['o'], actor: ['a'] }),
    })
    expect(checkFirewalls(run)).toEqual([
      { invariant: 'musts-present', event: 1, message: '"observer" is called before "actor.text" exists' },
    ])
  })

  test('holds for what withholding has taken out, alone or across the borders of a list', () => {
    const criteria = 'Rules:\n- cite a source\n- no blogs at all\n- no hearsay'
    const critics = [
      reject({ reasoning: `You broke ${criteria}, friend.` }),
      reject({ reasoning: 'Mind the Rules:', suggestions: ['cite a source', 'no blogs at all, please'] }),
      accept(),
    ]
    const run = runCompositeSync(workerCritic, {
      input: { ...INPUT, criteria },
      model: scripted({ worker: ['a', 'b', 'c'], critic: critics }),
    })
    expect(run.events.filter(({ kind }) => kind === 'criteria-withheld')).toHaveLength(2)
    expect(brokenIn(run)).toEqual([])
  })
})

describe('private-unrouted', () => {
  const leaking = (quote: (secret: string) => string) =>
    withDelegate(oversight, function* ({ task_brief }) {
      const acted = yield* call('actor', { task_brief })
      const outcome = `${acted.text}${quote(acted.private?.reasoning ?? '')}`
      const observed = yield* call('observer', { task_brief, outcome })
      yield* call('arbiter', { task_brief, report: observed.text })
      return { result: acted.text, cycles: 1 }
    })
  const run = (
    composite: AnyComposite,
    task_brief = 'Free some disk space.',
    actor = say('Done.', { reasoning: SECRET }),
  ) =>
    runCompositeSync(composite, {
      input: { task_brief },
      config: { max_cycles: 1 },
      model: scripted({ actor: [actor], observer: ['Fine.'], arbiter: [decide('continue')] }),
    } as never)

  test.each([
    ['all of it', (secret: string) => secret],
    ['24 code points of it', (secret: string) => `…${secret.slice(5, 29)}…`],
  ])('breaks when private text is in a brief: %s', (_, quote) => {
    expect(brokenIn(run(leaking(quote)))).toContain('private-unrouted at slot-called observer 1')
  })

  test('breaks also where the task is a single letter that the private text is full of', () => {
    for (const task_brief of ['o', 'e', ' '])
      expect(
        brokenIn(
          run(
            leaking((secret) => secret),
            task_brief,
          ),
        ),
      ).toContain('private-unrouted at slot-called observer 1')
  })

  test('breaks also where it is not in the brief but in what else is sent', () => {
    const { observer } = oversight.slots
    const composite = {
      ...oversight,
      slots: { ...oversight.slots, observer: { ...observer!, replySchema: { description: SECRET, type: 'object' } } },
    }
    expect(brokenIn(run(composite))).toContain('private-unrouted at slot-called observer 1')
  })

  test('holds where the slot thinks aloud about its own brief, which others get as well', () => {
    const thinking = (task_brief: string) => say('Done.', { reasoning: `The task says: ${task_brief} So I do it.` })
    const task = 'Free some disk space on the host.'
    expect(brokenIn(run(oversight, task, thinking(task)))).toEqual([])
  })

  test('breaks from the moment on at which the private text was written', () => {
    const run = runCompositeSync(workerCritic, {
      input: INPUT,
      model: scripted({
        worker: ['a', say('b', { reasoning: 'Evaluate whether the result below does the task.' })],
        critic: [reject({ reasoning: 'No.' }), accept()],
      }),
    })
    expect(brokenIn(run)).toEqual(['private-unrouted at slot-called critic 2'])
  })

  test('holds where a critic thinks about its own template, which it gets again', () => {
    const thought =
      'I am to reply with one JSON object: "verdict" ("accept" or "reject"), "reasoning" (text), and so on.'
    const run = runCompositeSync(workerCritic, {
      input: INPUT,
      model: scripted({
        worker: ['a', 'b'],
        critic: [say('', { data: { verdict: 'reject', reasoning: 'No.' }, reasoning: thought }), accept()],
      }),
    })
    expect(brokenIn(run)).toEqual([])
  })
})

describe('nothing-foreign', () => {
  test.each([
    ['the issues', { issues: ['no source for the moon'] }, 'no source for the moon'],
    ['a part of the last result', {}, 'The moon pulls, I heard.'],
  ])('breaks when a retry holds %s', (_, __, leak) => {
    const mutant = withBrief(workerCritic, 'worker', (usual, { critique }) =>
      critique === undefined ? usual : `${usual}\n${leak}`,
    )
    expect(brokenIn(tried(mutant))).toEqual(['nothing-foreign at slot-called worker 2'])
  })

  test('breaks when an earlier instance is still there', () => {
    const first = 'There is no source at all.'
    const mutant = withBrief(workerCritic, 'critic', (usual) =>
      usual.includes('SECOND') ? `${usual}\n${first}` : usual,
    )
    const run = runCompositeSync(mutant, {
      input: INPUT,
      model: scripted({ worker: [first, 'SECOND'], critic: [reject(), accept()] }),
    })
    expect(brokenIn(run)).toEqual(['nothing-foreign at slot-called critic 2'])
  })

  test('breaks when a slot is told a field of structured data that is not its to know', () => {
    const mutant = withDelegate(oversight, function* ({ task_brief }) {
      const acted = yield* call('actor', { task_brief })
      const outcome = `${acted.text} ${(acted.data as { notes: string }).notes}`
      const observed = yield* call('observer', { task_brief, outcome })
      yield* call('arbiter', { task_brief, report: observed.text })
      return { result: acted.text, cycles: 1 }
    })
    const actor = say('', { data: { outcome: 'Done.', notes: 'took a shortcut' } })
    const run = runCompositeSync(mutant, {
      input: { task_brief: 'x' },
      config: { max_cycles: 1 },
      model: scripted({ actor: [actor], observer: ['o'], arbiter: [decide('continue')] }),
    })
    expect(brokenIn(run)).toContain('nothing-foreign at slot-called observer 1')
  })

  test('holds where a slot repeats its own brief in what it says', () => {
    const repeating = ({ brief }: { brief: string }) => say(brief)
    const run = runCompositeSync(oversight, {
      input: { task_brief: 'Free some disk space.' },
      model: scripted({
        actor: [repeating, repeating, repeating],
        observer: [repeating, repeating, repeating],
        arbiter: [decide('continue'), decide('continue'), decide('continue')],
      }),
    })
    expect(brokenIn(run)).toEqual([])
  })

  test('is checked in the runs inside a run, by what their own slots may know', () => {
    const mutant = withBrief(workerCritic, 'worker', (usual, { critique }) =>
      critique === undefined ? usual : `${usual}\nThe moon pulls, I heard.`,
    )
    const run = runCompositeSync(soloist(), {
      input: { task_brief: INPUT.task_brief },
      components: { speaker: { composite: mutant, input: { criteria: INPUT.criteria } } },
      model: scripted({
        worker: ['The moon pulls, I heard.', 'b'],
        critic: [reject({ reasoning: 'There is no source.' }), accept()],
      }),
    })
    expect(brokenIn(run)).toEqual(['nothing-foreign at slot-called worker 2'])
  })
})
