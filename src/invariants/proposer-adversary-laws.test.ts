import { expect, test } from 'vitest'
import { brokenIn } from '../../test/composites/broken-laws.ts'
import { SAMPLE_RUNS } from '../../test/composites/sample-runs.ts'

const run = SAMPLE_RUNS.unresolved!
const { result } = run.result as { result: { proposal: string; attack: string } }

test('both-sides-untouched holds for the proposal and the attack as they came', () => {
  expect(brokenIn(run)).toEqual([])
})

test.each<[string, object]>([
  ['a judgment comes along', { result: { ...result, winner: 'attack' } }],
  ['a judgment stands beside them', { result, winner: 'attack' }],
  ['one side is missing', { result: { proposal: result.proposal } }],
  ['one side is changed', { result: { ...result, attack: `${result.attack}!` } }],
  ['they change places', { result: { proposal: result.attack, attack: result.proposal } }],
])('both-sides-untouched breaks when %s', (_, changed) => {
  const events = run.events.map((event) =>
    event.kind === 'run-completed' ? { ...event, result: changed as never } : event,
  )
  expect(brokenIn({ ...run, events })).toEqual(['both-sides-untouched at run-completed'])
})
