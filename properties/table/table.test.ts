import { describe, expect, test } from 'vitest'
import { oversight } from '../../src/composites/oversight.ts'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import type { ModelReply } from '../../src/providers/model.ts'
import { compositeSubject } from '../subjects/composite-subject.ts'
import { markerOf, quoted } from './marker.ts'
import { PLAIN, type Sketch, type TraitName, withTraits } from './sketch.ts'
import { Table, type TableOptions } from './table.ts'

const { shape } = compositeSubject(workerCritic)

describe('a table', () => {
  test('answers by position, whatever is asked', () => {
    const [one, other] = [table({}), table({})]
    expect(say(one, 'worker', 'x')).toEqual(say(other, 'worker', 'something else'))
    expect(say(one, 'worker')).not.toEqual(say(one, 'worker'))
  })

  test('gives every datum a marker of its own', () => {
    const one = table({ critic: [{ lists: 10 }] })
    const { data } = say(one, 'critic') as unknown as { data: { suggestions: string[]; reasoning: string } }
    expect(data.reasoning).toContain(markerOf('critic.reading.reasoning#1'))
    expect(data.suggestions[1]).toContain(markerOf('critic.reading.suggestions#1[1]'))
  })

  test('quotes what was born before, marked as a quote', () => {
    const one = table({ worker: [{ quote: 1 }] })
    expect(say(one, 'worker').text).toContain(quoted(String(one.input.criteria)))
  })

  test('varies one datum and what echoes it, and nothing else', () => {
    const steps = { worker: [{ quote: 1 }, {}], critic: [{}, {}] } as const
    const [base, twin] = [table(steps), table(steps, { change: { key: 'criteria', how: 'longer' } })]
    expect(twin.input.criteria).not.toBe(base.input.criteria)
    expect(twin.input.task_brief).toBe(base.input.task_brief)
    expect(say(twin, 'worker').text).not.toBe(say(base, 'worker').text)
    expect(say(twin, 'worker').text).toBe(say(base, 'worker').text)
  })

  test('can leave a channel out, or bring one about that was not there', () => {
    const key = 'worker.private.reasoning#1'
    expect(say(table({ worker: [{ hidden: 1 }] }), 'worker').private?.reasoning).toContain(markerOf(key))
    expect(
      say(table({ worker: [{ hidden: 1 }] }, { change: { key, how: 'blank' } }), 'worker').private?.reasoning,
    ).toBeUndefined()
    expect(say(table({}, { change: { key, how: 'other' } }), 'worker').private?.reasoning).toContain('Otherwise')
  })

  test('that is like another gives the very replies that do not differ', () => {
    const base = table({ critic: [{ decision: 1 }, {}] })
    const first = say(base, 'critic')
    const second = say(base, 'critic')
    const twin = table(
      { critic: [{ decision: 1 }, {}] },
      { like: base, change: { key: 'critic.reading.reasoning#2', how: 'other' } },
    )
    expect(say(twin, 'critic')).toBe(first)
    expect(say(twin, 'critic')).not.toEqual(second)
    expect(twin.born).toEqual(base.born)
  })

  test('that is like another does not give a reply that quotes what differs', () => {
    const base = table({ worker: [{ quote: 1 }] })
    const first = say(base, 'worker')
    const twin = table({ worker: [{ quote: 1 }] }, { like: base, change: { key: 'criteria', how: 'other' } })
    expect(say(twin, 'worker').text).toContain(quoted(String(twin.input.criteria)))
    expect(first.text).toContain(quoted(String(base.input.criteria)))
  })

  test('that is steady says the same each time, decisions apart', () => {
    const steady = table({ critic: [{ decision: 1 }, { decision: 0, style: 3 }] }, { steady: true })
    const [rejects, accepts] = [say(steady, 'critic'), say(steady, 'critic')]
    expect(rejects.data).toMatchObject({ verdict: 'reject' })
    expect(accepts.data).toEqual({ ...(rejects.data as object), verdict: 'accept' })
  })

  test('hides private words in tags, fields and structures alike', () => {
    const actors = compositeSubject(oversight).shape
    for (const [hidden, form] of [
      [3, 0],
      [5, 0],
      [6, 0],
      [7, 1],
      [7, 2],
    ] as const) {
      const one = table({ actor: [{ hidden, form }] }, {}, actors)
      const reply = say(one, 'actor')
      expect(JSON.stringify([reply.text, reply.data])).not.toContain(markerOf('actor.private'))
      expect(Object.values(reply.private ?? {})[0]).toMatch(/zq[a-z]{26}/)
    }
  })
})

// Helpers

type Steps = { readonly [slot: string]: readonly { readonly [trait in TraitName]?: number }[] }

function table(steps: Steps, options: TableOptions = {}, of = shape): Table {
  const sketch: Sketch = {
    inputs: [],
    config: [],
    steps: of.speakers.map(({ path }) => (steps[path] ?? []).map((traits) => withTraits(PLAIN, traits))),
    tail: 0,
    pick: 0,
  }
  return new Table(of, sketch, options)
}

const say = (one: Table, slot: string, brief = ''): ModelReply => one.respond({ slot, component: slot, brief })
