import { expect, test } from 'vitest'
import { trialRecord } from '../../../../test/reporter/records.ts'
import { swimView } from './swim-view.ts'

const lanesOf = (...names: readonly string[]) =>
  swimView(
    trialRecord(),
    names.map((name) => ({ name, component: '', hue: 0 })),
    [],
  )

test('names of lanes that are too long keep their ends, by which slots within slots differ', () => {
  const { lanes } = lanesOf('outer/middle/inner/the-worker', 'outer/middle/inner/the-critic', 'short')
  expect(lanes.map(({ name }) => name)).toEqual(['…middle/inner/the-worker', '…middle/inner/the-critic', 'short'])
  expect(lanes[0]!.full).toBe('outer/middle/inner/the-worker')
})

test('names have the room that they take', () => {
  expect(lanesOf('critic').edge).toBe(72)
  expect(lanesOf('actor/worker-of-it').edge).toBe(154)
  expect(lanesOf('監督者監督者監督者').edge).toBe(127)
})
