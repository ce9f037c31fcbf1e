import { describe, expect, test } from 'vitest'
import { oversight } from '../../src/composites/oversight.ts'
import { proposerAdversary } from '../../src/composites/proposer-adversary.ts'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import { tampered } from '../mutants/tamper.ts'
import { PLAIN, type Sketch } from '../table/sketch.ts'
import { compositeSubject } from './composite-subject.ts'

const rejecting: Sketch = { inputs: [0, 0], config: [1], steps: [[], [PLAIN.with(0, 1)]], tail: 1, pick: 0 }

describe('a composite that is tried', () => {
  test('may take as many calls as its rounds make, nested ones included', () => {
    expect(compositeSubject(workerCritic).most).toBe(2 * 7)
    expect(compositeSubject(workerCritic, { config: { max_rounds: 3 } }).most).toBe(2 * 3)
    const nested = { actor: { composite: workerCritic, config: { max_rounds: 2 } } }
    expect(compositeSubject(oversight, { config: { max_cycles: 2 }, components: nested }).most).toBe(2 * (4 + 1 + 1))
    expect(compositeSubject(proposerAdversary).most).toBe(1_000)
    expect(compositeSubject(proposerAdversary, { most: 2 }).most).toBe(2)
  })

  test('is stopped when it takes one more', () => {
    const subject = compositeSubject(tampered(workerCritic, { config: () => ({ max_rounds: 1_000 }) }))
    const { run } = subject.attempt({ sketch: rejecting })
    expect([run.usage.calls, run.failure?.kind]).toEqual([subject.most + 1, 'budget'])
    expect(subject.attempt({ sketch: rejecting, budget: { tokens: 9 } }).run.usage.calls).toBe(subject.most + 1)
  })

  test('gets its inputs from the table, those of nested composites too, unless they are given', () => {
    const inner = { actor: { composite: workerCritic, config: { max_rounds: 1 } } }
    const subject = compositeSubject(oversight, { components: inner, input: { task_brief: 'Free some space.' } })
    const { run, table } = subject.attempt({ sketch: { ...rejecting, steps: [] } })
    expect(run.header.input).toEqual({ task_brief: 'Free some space.' })
    const started = run.events.filter((event) => event.kind === 'run-started')
    expect(started[1]?.input.criteria).toBe(table.input['actor/criteria'])
    expect(table.input['actor/criteria']).toMatch(/^actor\/criteria zq/)
  })

  test('names slots to which nothing is forbidden', () => {
    const slots = { ...proposerAdversary.slots }
    const open = {
      ...proposerAdversary,
      slots: { ...slots, adversary: { ...slots.adversary!, sees: ['adversary.text'] } },
    }
    expect(compositeSubject(open).open).toEqual(['adversary'])
    expect(compositeSubject(proposerAdversary).open).toEqual([])
  })

  test('refuses an input that it does not have', () => {
    expect(() => compositeSubject(proposerAdversary, { input: { criteria: 'x' } })).toThrow(
      '"criteria" is no input of "proposer-adversary"',
    )
  })
})
