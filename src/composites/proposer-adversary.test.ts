import { expect, test } from 'vitest'
import { briefsOf, kindsOf } from '../../test/composites/briefs-of.ts'
import { say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'
import { proposerAdversary } from './proposer-adversary.ts'

const TASK = 'Where do we keep sessions?'

test('the proposal and the attack come back as they came, and nobody settles the matter', () => {
  expect(tried().result).toEqual({ result: { proposal: 'In memory.', attack: 'A restart logs everybody out.' } })
})

test('each side is asked once, the proposer first', () => {
  expect(kindsOf(tried()).filter((kind) => kind.startsWith('slot-called'))).toEqual([
    'slot-called proposer',
    'slot-called adversary',
  ])
})

test('the proposer is given the task and nothing else', () => {
  expect(briefsOf(tried(), 'proposer')).toEqual([TASK])
})

test('the adversary is asked for flaws, edge cases and counterexamples, given task and proposal', () => {
  expect(briefsOf(tried(), 'adversary')).toMatchInlineSnapshot(`
    [
      "Find what is wrong with this proposal: its flaws, the edge cases it misses, counterexamples to what it claims.

    Task:
    Where do we keep sessions?

    Proposal:
    In memory.",
    ]
  `)
})

test('what the proposer keeps to itself stays with it', () => {
  const run = tried(say('In memory.', { reasoning: 'SECRET', selfAssessment: 'SECRET' }))
  expect(briefsOf(run, 'adversary')[0]).not.toContain('SECRET')
})

// Helpers

const tried = (proposal: string | ReturnType<typeof say> = 'In memory.') =>
  runCompositeSync(proposerAdversary, {
    input: { task_brief: TASK },
    model: scripted({ proposer: [proposal], adversary: ['A restart logs everybody out.'] }),
  })
