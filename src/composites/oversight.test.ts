import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { briefsOf } from '../../test/composites/briefs-of.ts'
import { decide, type Step, say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'
import type { Run } from '../trace/run.ts'
import { oversight } from './oversight.ts'

const TASK = 'Free some disk space.'
const GO = decide('continue')

describe('the actor', () => {
  test('is first given the task and nothing else', () => {
    const run = tried([GO], { max_cycles: 1 })
    expect(briefsOf(run, 'actor')).toEqual([TASK])
  })

  test('is given the same brief again after continue', () => {
    expect(briefsOf(tried([GO, GO, GO]), 'actor')).toEqual([TASK, TASK, TASK])
  })

  test('is given task and adjustment after adjust', () => {
    const run = tried([decide('adjust', { adjustment: 'Keep a backup.', reason: 'It is risky.' }), GO], {
      max_cycles: 2,
    })
    expect(briefsOf(run, 'actor')[1]).toBe(`${TASK}\n\nMind this as well:\nKeep a backup.`)
  })

  test('keeps the adjustment through later cycles that continue', () => {
    const briefs = briefsOf(tried([decide('adjust', { adjustment: 'Keep a backup.' }), GO, GO]), 'actor')
    expect(briefs[2]).toBe(briefs[1])
  })

  test('is given the latest adjustment in the place of the one before, on the original task', () => {
    const [first, second] = ['FIRST', 'SECOND'].map((adjustment) => decide('adjust', { adjustment }))
    const [, , third] = briefsOf(tried([first!, second!, GO]), 'actor')
    expect(third).toBe(`${TASK}\n\nMind this as well:\nSECOND`)
  })

  test('is back at the task alone after an adjust without words', () => {
    const [, , third] = briefsOf(tried([decide('adjust', { adjustment: 'FIRST' }), decide('adjust'), GO]), 'actor')
    expect(third).toBe(TASK)
  })

  test('is not told why', () => {
    const run = tried([decide('adjust', { adjustment: 'Slower.', reason: 'REASON-7' }), GO], { max_cycles: 2 })
    expect(briefsOf(run, 'actor')[1]).not.toContain('REASON-7')
  })
})

describe('the observer', () => {
  test('is given the original task and the outcome, also after an adjustment', () => {
    const run = tried([decide('adjust', { adjustment: 'ADJUST-7' }), GO], { max_cycles: 2 })
    const briefs = briefsOf(run, 'observer')
    for (const [i, brief] of briefs.entries())
      for (const part of [TASK, `outcome ${i + 1}`]) expect(brief).toContain(part)
    expect(briefs[1]).not.toContain('ADJUST-7')
  })

  test('hears nothing of what the actor thinks or says of itself, in any form', () => {
    const actor = [
      say('Done.', { reasoning: 'SECRET', selfAssessment: 'SECRET' }),
      '<think>SECRET</think>Done.',
      say('', { data: { outcome: 'Done.', self_assessment: 'SECRET' } }),
      '{"outcome":"Done.","self_assessment":"SECRET"}',
      'SECRET\n```json\n{"outcome":"Done."}\n```\nSECRET',
      '{"outcome":"\\u003cthink>SECRET\\u003c/think>Done."}',
      say('', { data: { outcome: '<think>SECRET</think>Done.' } }),
      '{"outcome":"Done.","self\\u005fassessment":"SECRET"}',
    ]
    const run = tried(
      actor.map(() => GO),
      { max_cycles: actor.length },
      actor,
    )
    const briefs = briefsOf(run, 'observer')
    expect(briefs).toHaveLength(actor.length)
    expect(new Set(briefs).size).toBe(1)
    expect(briefs[0]).not.toContain('SECRET')
  })
})

describe('the arbiter', () => {
  test('is given the original task and the report, and no word of the actor', () => {
    const run = tried([decide('adjust', { adjustment: 'ADJUST-7' }), GO], { max_cycles: 2 })
    const briefs = briefsOf(run, 'arbiter')
    for (const [i, brief] of briefs.entries())
      for (const part of [TASK, `report ${i + 1}`]) expect(brief).toContain(part)
    for (const brief of briefs) expect(brief).not.toMatch(/outcome \d|ADJUST-7/)
  })
})

test('the arbiter is asked for what its schema takes: a decision, where wanted with words, and nothing else', () => {
  const validate = new Ajv2020({ strict: true }).compile(oversight.slots.arbiter!.replySchema!)
  for (const { data } of [GO, decide('adjust', { adjustment: 'Slower.' }), decide('abort', { reason: 'Why not.' })])
    expect(validate(data)).toBe(true)
  for (const data of [
    {},
    { decision: 'retry' },
    { decision: 'adjust', adjustment: 1 },
    { decision: 'abort', why: 'x' },
    { decision: 'abort', reason: 1 },
  ])
    expect(validate(data)).toBe(false)
})

describe('aborting', () => {
  test('ends at once with the last outcome and the reason', () => {
    const run = tried([GO, decide('abort', { reason: 'It destroys data.' })])
    expect(run.result).toEqual({ result: 'outcome 2', cycles: 2, abort_reason: 'It destroys data.' })
  })

  test('gives its text where it has no reason', () => {
    expect(tried(['Abort!']).result).toMatchObject({ abort_reason: 'Abort!' })
    expect(tried([decide('abort')]).result).toMatchObject({ abort_reason: '{"decision":"abort"}' })
  })

  test('is not what "do not abort" says', () => {
    expect(tried(['Do not abort.', GO, GO]).result).toEqual({ result: 'outcome 3', cycles: 3 })
  })

  test('in the last cycle is an abort all the same', () => {
    const run = tried([decide('abort', { reason: 'Late.' })], { max_cycles: 1 })
    expect(run.result).toEqual({ result: 'outcome 1', cycles: 1, abort_reason: 'Late.' })
    expect(run.events.map(({ kind }) => kind)).not.toContain('bound-reached')
  })
})

describe('when the cycles run out', () => {
  test('the last outcome is returned with their count, and no reason', () => {
    expect(tried([GO, GO], { max_cycles: 2 }).result).toEqual({ result: 'outcome 2', cycles: 2 })
  })

  test('they were three, unless told otherwise', () => {
    expect(tried([GO, GO, GO]).result).toMatchObject({ cycles: 3 })
  })

  test('an adjustment of the last cycle is recorded as unapplied', () => {
    const run = tried([decide('adjust', { adjustment: 'Too late.' })], { max_cycles: 1 })
    expect(run.result).toEqual({ result: 'outcome 1', cycles: 1 })
    expect(run.events.at(-2)).toMatchObject({
      kind: 'bound-reached',
      bound: 'max_cycles',
      limit: 1,
      unapplied: 'arbiter.reading.adjustment',
    })
  })

  test('an adjustment that was carried out is not', () => {
    const run = tried([decide('adjust', { adjustment: 'In time.' }), GO], { max_cycles: 2 })
    expect(run.events.at(-2)).not.toHaveProperty('unapplied')
  })
})

describe('a decision that nobody can read', () => {
  test('goes on as continue, and keeps the adjustment', () => {
    const run = tried([decide('adjust', { adjustment: 'Slower.' }), 'Hm.', GO])
    const [, second, third] = briefsOf(run, 'actor')
    expect(third).toBe(second)
    expect(run.result).toEqual({ result: 'outcome 3', cycles: 3 })
  })

  test('is an abort where on_unreadable says so, with its text as the reason', () => {
    const run = tried(['Hm.'], { on_unreadable: 'abort' })
    expect(run.result).toEqual({ result: 'outcome 1', cycles: 1, abort_reason: 'Hm.' })
  })
})

test('no brief depends on the bound or on what an unreadable decision counts as', () => {
  const script = [decide('adjust', { adjustment: 'Slower.' }), GO]
  const one = tried(script, { max_cycles: 2 })
  const other = tried([...script, decide('abort')], { max_cycles: 9, on_unreadable: 'abort' })
  for (const slot of ['actor', 'observer', 'arbiter'])
    expect(briefsOf(other, slot).slice(0, 2)).toEqual(briefsOf(one, slot))
})

// Helpers

function tried(
  arbiter: readonly Step[],
  config: { max_cycles?: number; on_unreadable?: 'continue' | 'abort' } = {},
  actor: readonly Step[] = arbiter.map((_, i) => `outcome ${i + 1}`),
): Run {
  const observer = arbiter.map((_, i) => `report ${i + 1}`)
  return runCompositeSync(oversight, {
    input: { task_brief: TASK },
    config,
    model: scripted({ actor, observer, arbiter }),
  })
}
