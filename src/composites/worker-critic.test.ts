import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { briefsOf } from '../../test/composites/briefs-of.ts'
import { accept, reject, type Step, say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'
import type { Run } from '../trace/run.ts'
import { workerCritic } from './worker-critic.ts'

const TASK = 'Write about the tides.'
const CRITERIA = 'Every claim names a source, and no source is a blog.'

describe('the worker', () => {
  test.each(['Name a prime.', '  two lines,\n\tand blanks  ', '{"json":true}', 'Größe 😀 \ud83d'])(
    'is first given the task and nothing else: %j',
    (task_brief) => {
      const run = tried({ worker: ['11'], critic: [accept()] }, { task_brief })
      expect(briefsOf(run, 'worker')).toEqual([task_brief])
    },
  )

  test('is given task, reasoning and suggestions on a retry', () => {
    const critique = reject({ reasoning: 'No source.', suggestions: ['Name one.', 'Not a blog.'] })
    const run = tried({ worker: ['a', 'b'], critic: [critique, accept()] })
    expect(briefsOf(run, 'worker')[1]).toMatchInlineSnapshot(`
      "Write about the tides.

      Your last answer was not good enough. What was said about it:

      No source.
      - Name one.
      - Not a blog.

      Answer the task anew."
    `)
  })

  test('is given suggestions alone where there is no reasoning', () => {
    const critique = reject({ reasoning: '', suggestions: ['Name one.'] })
    const [, retry] = briefsOf(tried({ worker: ['a', 'b'], critic: [critique, accept()] }), 'worker')
    expect(retry).toContain('about it:\n\n- Name one.\n\nAnswer')
  })

  test('is not given the issues, the criteria, the result or any private text', () => {
    const critique = say('', {
      data: { verdict: 'reject', reasoning: 'No.', issues: ['ISSUE-7'], suggestions: [] },
      reasoning: 'THOUGHT-7',
      selfAssessment: 'PRIDE-7',
    })
    const run = tried({ worker: [say('RESULT-7', { reasoning: 'MUSING-7' }), 'b'], critic: [critique, accept()] })
    const [, retry] = briefsOf(run, 'worker')
    for (const word of ['ISSUE-7', 'THOUGHT-7', 'PRIDE-7', 'RESULT-7', 'MUSING-7', CRITERIA])
      expect(retry).not.toContain(word)
  })

  test('is given the last critique only: critiques do not pile up', () => {
    const critic = [reject({ reasoning: 'FIRST' }), reject({ reasoning: 'SECOND' }), accept()]
    const [, , third] = briefsOf(tried({ worker: ['a', 'b', 'c'], critic }), 'worker')
    expect(third).toContain('SECOND')
    expect(third).not.toContain('FIRST')
  })

  test('is given the same brief for the same critique, whatever the round and the bound', () => {
    const again = reject({ reasoning: 'No source.' })
    const long = tried({ worker: ['a', 'b', 'c', 'd'], critic: [again, again, again, accept()] }, {}, { max_rounds: 9 })
    const short = tried({ worker: ['x', 'y'], critic: [again, accept()] }, {}, { max_rounds: 2 })
    const [, ...retries] = briefsOf(long, 'worker')
    expect(new Set([...retries, briefsOf(short, 'worker')[1]]).size).toBe(1)
  })
})

describe('the critic', () => {
  test('is given the original task, the criteria and the result, in every round', () => {
    const run = tried({ worker: ['RESULT-1', 'RESULT-2'], critic: [reject({ reasoning: 'No.' }), accept()] })
    const briefs = briefsOf(run, 'critic')
    expect(briefs).toHaveLength(2)
    for (const [i, brief] of briefs.entries())
      for (const part of [TASK, CRITERIA, `RESULT-${i + 1}`]) expect(brief).toContain(part)
  })

  test('is given nothing of earlier rounds', () => {
    const run = tried({ worker: ['RESULT-1', 'RESULT-2'], critic: [reject({ reasoning: 'WANTING' }), accept()] })
    expect(briefsOf(run, 'critic')[1]).not.toMatch(/RESULT-1|WANTING/)
  })

  test('is asked for what its schema takes: a verdict with all of its parts, and nothing else', () => {
    const validate = new Ajv2020({ strict: true }).compile(workerCritic.slots.critic!.replySchema!)
    for (const { data } of [accept(), reject({ reasoning: 'No.', issues: ['i'], suggestions: ['s'] })])
      expect(validate(data)).toBe(true)
    const whole = accept().data as object
    for (const change of [
      { verdict: 'perhaps' },
      { reasoning: 1 },
      { issues: 'none' },
      { issues: [1] },
      { suggestions: [1] },
      { more: 1 },
    ])
      expect(validate({ ...whole, ...change })).toBe(false)
    for (const part of Object.keys(whole)) expect(validate({ ...whole, [part]: undefined })).toBe(false)
  })

  test('is asked for one JSON object, with that schema for providers that can enforce it', () => {
    const run = tried({ worker: ['a'], critic: [accept()] })
    expect(run.events.find((event) => event.kind === 'slot-called' && event.slot === 'critic')).toMatchObject({
      request: { schema: { required: ['verdict', 'reasoning', 'issues', 'suggestions'] } },
    })
  })
})

describe('accepting', () => {
  test('ends at once and returns what was accepted, with the count of attempts', () => {
    const run = tried({ worker: ['a', 'b'], critic: [reject({ reasoning: 'No.' }), accept('Good.')] })
    expect(run.result).toEqual({ result: 'b', attempts: 2 })
  })

  test('counts on the last permitted round as on any other', () => {
    const run = tried({ worker: ['a'], critic: [accept()] }, {}, { max_rounds: 1 })
    expect(run.result).toEqual({ result: 'a', attempts: 1 })
    expect(run.events.map(({ kind }) => kind)).not.toContain('bound-reached')
  })

  test.each(['I cannot accept this.', 'Accept, if you add a source.', 'Accept?', 'fine', ''])(
    'takes more than %j',
    (reply) => {
      const run = tried({ worker: ['a', 'b'], critic: [reply, accept()] })
      expect(run.result).toMatchObject({ attempts: 2 })
    },
  )
})

describe('when the rounds run out', () => {
  test('the final attempt is returned with all of its critique', () => {
    const last = { reasoning: 'Still none.', issues: ['no source'], suggestions: ['Name one.'] }
    const run = tried(
      { worker: ['a', 'b'], critic: [reject({ reasoning: 'None.' }), reject(last)] },
      {},
      { max_rounds: 2 },
    )
    expect(run.result).toEqual({ result: 'b', attempts: 2, final_critique: { verdict: 'reject', ...last } })
  })

  test('the run says so', () => {
    const run = tried({ worker: ['a'], critic: [reject()] }, {}, { max_rounds: 1 })
    expect(run.events.at(-2)).toMatchObject({ kind: 'bound-reached', bound: 'max_rounds', limit: 1 })
  })

  test('they were three, unless told otherwise', () => {
    const run = tried({ worker: ['a', 'b', 'c'], critic: [reject(), reject(), reject()] })
    expect(run.result).toMatchObject({ attempts: 3 })
  })

  test('they were at most a hundred', () => {
    const many = Array.from({ length: 100 }, () => 'a')
    const run = tried({ worker: many, critic: many.map(() => reject()) }, {}, { max_rounds: 100 })
    expect(run.result).toMatchObject({ attempts: 100 })
  })

  test('a critique that was never readable is returned as its text', () => {
    const run = tried({ worker: ['a'], critic: ['Mhm.'] }, {}, { max_rounds: 1 })
    expect(run.result).toMatchObject({
      final_critique: { verdict: 'unreadable', reasoning: 'Mhm.', issues: [], suggestions: [] },
    })
  })
})

describe('a critic that quotes the criteria', () => {
  const quote = `It fails: ${CRITERIA}`

  test('is heard without the quote', () => {
    const run = tried({ worker: ['a', 'b'], critic: [reject({ reasoning: quote, suggestions: [quote] }), accept()] })
    const [, retry] = briefsOf(run, 'worker')
    expect(retry).toContain('It fails: [withheld]\n- It fails: [withheld]')
    expect(retry).not.toContain('names a source')
  })

  test('leaves an event that says where the quotes were', () => {
    const run = tried({ worker: ['a', 'b'], critic: [reject({ reasoning: quote, suggestions: [quote] }), accept()] })
    expect(run.events.find(({ kind }) => kind === 'criteria-withheld')).toMatchObject({
      slot: 'critic',
      fields: ['reasoning', 'suggestions'],
    })
  })

  test('cannot put a quote together from short suggestions', () => {
    const criteria = 'Rules:\n- cite a source\n- no blogs at all\n- no hearsay'
    const suggestions = ['cite a source', 'no blogs at all']
    const run = tried(
      { worker: ['a', 'b'], critic: [reject({ reasoning: 'Rules:', suggestions }), accept()] },
      { criteria },
    )
    expect(briefsOf(run, 'worker')[1]).toContain('[withheld]')
    expect(briefsOf(run, 'worker')[1]).not.toContain('no blogs')
    expect(run.events.find(({ kind }) => kind === 'criteria-withheld')).toMatchObject({ fields: ['critique'] })
  })

  test('keeps its words in the final critique, which goes to the caller', () => {
    const run = tried({ worker: ['a'], critic: [reject({ reasoning: quote })] }, {}, { max_rounds: 1 })
    expect(run.result).toMatchObject({ final_critique: { reasoning: quote } })
  })

  test('is not withheld from when it says little of them', () => {
    const run = tried({ worker: ['a', 'b'], critic: [reject({ reasoning: 'Every claim names a s' }), accept()] })
    expect(briefsOf(run, 'worker')[1]).toContain('Every claim names a s')
    expect(run.events.map(({ kind }) => kind)).not.toContain('criteria-withheld')
  })
})

// Helpers

function tried(
  script: { readonly worker: readonly Step[]; readonly critic: readonly Step[] },
  input: { task_brief?: string; criteria?: string } = {},
  config: { max_rounds?: number } = {},
): Run {
  const options = { input: { task_brief: TASK, criteria: CRITERIA, ...input }, config, model: scripted(script) }
  return runCompositeSync(workerCritic, options)
}
