import { expect, test } from 'vitest'
import type { Answer } from '../providers/ask.ts'
import type { ModelRequest } from '../providers/model.ts'
import type { Arbitration } from './arbitration.ts'
import { lockstep } from './lockstep.ts'

const request = (brief: string): ModelRequest => ({ slot: 'arbitration', component: 'any', brief })
const answer = (text: string): Answer => ({ reply: { text } })

/** Asks so often and comes to what it was told. */
function* asking(name: string, times: number): Generator<ModelRequest, Arbitration, Answer> {
  const told: string[] = []
  for (let time = 1; time <= times; time++) {
    const given = yield request(`${name}${time}`)
    told.push('reply' in given ? given.reply.text : 'nothing')
  }
  return { calls: [], result: { ok: true, value: { status: 'escalate', reason: told.join() } } }
}

test('whoever still asks is asked side by side with the others, and told what belongs to it', () => {
  const batches = lockstep([asking('a', 1), asking('b', 2), asking('c', 0), asking('d', 2)], 5)
  const asked = (step: ReturnType<typeof batches.next>) =>
    step.done ? 'nothing' : step.value.map(({ sample, request }) => `${sample} ${request.brief}`)
  expect(asked(batches.next([]))).toEqual(['5 a1', '6 b1', '8 d1'])
  expect(asked(batches.next([answer('A'), answer('B'), answer('D')]))).toEqual(['6 b2', '8 d2'])
  const end = batches.next([answer('BB'), answer('DD')])
  expect(end.done && end.value.map(({ result }) => result.ok && result.value)).toMatchObject([
    { reason: 'A' },
    { reason: 'B,BB' },
    { reason: '' },
    { reason: 'D,DD' },
  ])
})

test('of none, nothing is asked and nothing comes', () => {
  expect(lockstep([], 0).next([])).toEqual({ done: true, value: [] })
})
