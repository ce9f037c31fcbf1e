import { describe, expect, test } from 'vitest'
import { byDefault, revised } from '../../test/arbitration/sample-records.ts'
import { proposerAdversary } from '../composites/proposer-adversary.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'
import { renderRunFiles } from './render-run-files.ts'
import { withArbitrations } from './with-arbitrations.ts'

const run = runCompositeSync(proposerAdversary, {
  input: { task_brief: 'Name a prime.' },
  model: scripted({ proposer: ['9'], adversary: ['It is 3 × 3.'] }),
})

const filesOf = (one: typeof run) => [...renderRunFiles(one)].filter(([path]) => path.startsWith('arbitration/'))

describe('a run', () => {
  test('carries records of arbitration into its directory, in order', () => {
    const files = filesOf(withArbitrations(withArbitrations(run, [revised]), [byDefault]))
    expect(files.map(([path]) => path)).toEqual(['arbitration/1.json', 'arbitration/2.json'])
    expect(files.map(([, text]) => JSON.parse(text))).toEqual([revised, byDefault])
  })

  test('has no folder for them without any', () => {
    expect(filesOf(run)).toEqual([])
    expect(filesOf(withArbitrations(run, []))).toEqual([])
  })

  test('is not changed by it, and both are frozen with all that is in them', () => {
    const more = withArbitrations(run, [revised])
    expect(run.arbitrations).toBeUndefined()
    expect(Object.isFrozen(more)).toBe(true)
    expect(Object.isFrozen(more.arbitrations?.[0]?.outcome)).toBe(true)
  })

  test.each([[[{ n: 1n }]], [[null]], [[[]]]])('refuses case %# for a record', (records) => {
    expect(() => withArbitrations(run, records as never)).toThrow(/^Record 0 is no object/)
  })
})
