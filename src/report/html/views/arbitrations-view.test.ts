import { expect, test } from 'vitest'
import type { RecordOf } from '../../records.ts'
import { arbitrationsView } from './arbitrations-view.ts'

const decision = (source: 'model' | 'default', action: string, default_action: string): RecordOf<'arbitration'> => ({
  kind: 'arbitration',
  origin: null,
  record: {
    input: { situation: 'stall', allowed_actions: ['wait', 'reload'] },
    policy: { default_action },
    outcome: { source, action, why: source === 'model' ? 'decided' : 'timeout' },
  },
})

const situationOf = (...decisions: readonly RecordOf<'arbitration'>[]) => {
  const { covered, actions } = arbitrationsView(decisions)!.situations[0]!
  return [covered, ...actions.map((one) => `${one.name}${one.default ? ', the default' : ''}: ${one.count}`)]
}

test('a default outside the list is none of the allowed actions', () => {
  expect(situationOf(decision('model', 'wait', 'stop'), decision('default', 'stop', 'stop'))).toEqual([
    '1 of 2 actions came out',
    'wait: 1',
    'reload: 0',
    'stop, the default: 1',
  ])
})

test('a default that is allowed as well was not chosen by being taken', () => {
  expect(situationOf(decision('default', 'wait', 'wait'))).toEqual([
    '0 of 2 actions came out',
    'wait: 0',
    'reload: 0',
    'wait, the default: 1',
  ])
})
