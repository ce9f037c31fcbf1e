import { expect, test } from 'vitest'
import { inspectionRecord } from '../../../../test/reporter/records.ts'
import { assemble } from '../../assemble.ts'
import type { TribunalRecord } from '../../records.ts'
import { gateView, talliesOf } from './overview-view.ts'
import { systemsView } from './systems-view.ts'

const documentOf = (records: readonly TribunalRecord[], narrowed: 'no' | 'tests' = 'no') =>
  assemble({ seed: null, scope: { include: ['scenarios/**'], narrowed }, level: 'pass', records })
const one = (facts: object, rest: object = {}) => inspectionRecord({ system: 'a', ...facts }, rest)
const bad = { expectation: { expected: 'fail', met: true } }

test('what is as bad as its test expects is no alarm, neither in numbers nor in colours', () => {
  const document = documentOf([one({}), one({ verdict: 'fail', runtime_fidelity: 20 }, bad)])
  const [system] = systemsView(document, []).systems
  expect(system).toMatchObject({ count: 2, fidelity: 98, fidelityTone: 'pass' })
  expect(system!.counts).toEqual([
    { tone: 'pass', label: 'pass', count: 1 },
    { tone: 'info', label: 'as bad as expected', count: 1 },
  ])
  expect(talliesOf(document)[0]!.shares.map(({ tone, count }) => [tone, count])).toEqual([
    ['pass', 1],
    ['info', 1],
  ])
})

test('a system of which everything is as bad as expected shows those scores', () => {
  const [system] = systemsView(documentOf([one({ verdict: 'fail', runtime_fidelity: 20 }, bad)]), []).systems
  expect(system).toMatchObject({ fidelity: 20, counts: [{ label: 'as bad as expected' }] })
})

test('systems beyond the worst forty are counted', () => {
  const many = Array.from({ length: 45 }, (_, index) => one({ system: `s${index}`, runtime_fidelity: 50 + index }))
  const { systems, more } = systemsView(documentOf(many), [])
  expect([systems.length, systems[0]!.name, more]).toEqual([40, 's0', 5])
})

test('where nothing was held to the gate, the page does not say that it is satisfied', () => {
  expect(gateView(documentOf([], 'tests'))).toEqual({
    tone: 'info',
    headline: 'Nothing was held to the gate',
    lede: 'The gate (pass): nothing was held to it. This run was narrowed: what was left out is not judged.',
  })
  const whole = assemble({
    seed: null,
    scope: { include: null, narrowed: 'no' },
    level: 'pass',
    records: [one({})],
  })
  expect(gateView(whole).lede).toBe('Held to it: 1 inspection.')
})
