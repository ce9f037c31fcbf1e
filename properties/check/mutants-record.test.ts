import { expect, test } from 'vitest'
import { mutantsRecord } from './mutants-record.ts'

test('a fault that went unnoticed leaves the subject unverified', () => {
  const killed = { mutant: 'a', killedBy: 'taint', tries: 3 }
  const alive = { mutant: 'b', killedBy: null, tries: 100 }
  expect(mutantsRecord('s', 7, [killed, alive])).toMatchObject({
    status: 'unverified',
    tries: 103,
    message: '1 of 2 planted faults are noticed.',
    mutants: [
      { mutant: 'a', killed_by: 'taint', tries: 3 },
      { mutant: 'b', killed_by: null, tries: 100 },
    ],
  })
  expect(mutantsRecord('s', 7, [killed]).status).toBe('held')
})
