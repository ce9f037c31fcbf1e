import { expect, test } from 'vitest'
import { runTime, startOfId } from './run-time.ts'

const HOUR = 3_600_000
const at = (iso: string) => Date.parse(iso)
const none = { run_id: 'run-1', started_at: null, ended_at: null }

test('a stated end comes before a stated start, and both before the id', () => {
  const all = {
    run_id: '20260512-060100-a1b2c3',
    started_at: '2026-01-01T00:00:00Z',
    ended_at: '2026-02-01T02:00:00+02:00',
  }
  const end = at('2026-02-01T00:00:00Z')
  expect(runTime(all)).toEqual({ earliest: end, latest: end })
  const start = at('2026-01-01T00:00:00Z')
  expect(runTime({ ...all, ended_at: null })).toEqual({ earliest: start, latest: start })
  expect(runTime({ ...all, ended_at: 'at night' })).toEqual({ earliest: start, latest: start })
})

test('the zone of an id is not guessed: it may be any that there is', () => {
  const utc = at('2026-05-12T06:01:00Z')
  expect(runTime({ ...none, run_id: '20260512-060100-a1b2c3' })).toEqual({
    earliest: utc - 14 * HOUR,
    latest: utc + 12 * HOUR,
  })
})

test('what states nothing has no time', () => {
  expect(runTime(none)).toBeNull()
})

test.each([
  ['20260231-000000-aaaaaa'],
  ['20261301-000000-aaaaaa'],
  ['20260512-240000-aaaaaa'],
  ['20260512-060100'],
  ['20260512-060100-'],
  ['x20260512-060100-aaaaaa'],
  ['20260512-060100-aaaaaa/..'],
])('%s is no id with a time', (id) => {
  expect(startOfId(id)).toBeNull()
})
