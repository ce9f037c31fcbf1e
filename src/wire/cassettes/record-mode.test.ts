import { describe, expect, test } from 'vitest'
import { recordMode } from './record-mode.ts'

describe('the mode', () => {
  test.each([
    ['auto', {}],
    ['record', { option: 'record' }],
    ['off', { option: 'off' }],
    ['update', { said: 'update', option: 'strict' }],
    ['off', { said: 'off' }],
    ['strict', { said: 'strict', option: 'auto' }],
    ['auto', { said: '' }],
    ['strict', { ci: 'true' }],
    ['strict', { ci: '1', option: 'auto' }],
    ['strict', { ci: 'true', option: 'record' }],
    ['strict', { ci: 'true', option: 'update' }],
    ['off', { ci: 'true', option: 'off' }],
    ['update', { ci: 'true', said: 'update' }],
    ['auto', { ci: 'true', said: 'auto' }],
    ['auto', { ci: 'false' }],
    ['auto', { ci: '0' }],
    ['auto', { ci: '' }],
  ] as const)('is %s by %j', (mode, sources) => {
    expect(recordMode(sources)).toBe(mode)
  })

  test.each([{ said: 'Auto' }, { said: 'yes' }, { option: 'replay' as never }])('is refused by %j', (sources) => {
    expect(() => recordMode(sources)).toThrow(
      /is no mode of recording\. Give one of auto, record, update, strict, off\./,
    )
  })
})
