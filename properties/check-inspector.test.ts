import { expect, test } from 'vitest'
import { assertInspector, checkInspector } from './check-inspector.ts'
import { inspectorMutants } from './mutants/inspector-mutants.ts'

const options = { examples: false, tries: 250 } as const

test('our inspector keeps its laws, at both depths and for every verdict', { timeout: 60_000 }, async () => {
  const { laws } = await checkInspector(options)
  expect(laws.map(({ law, status, missing }) => [law, status, missing])).toEqual([
    ['same-bytes', 'held', []],
    ['monotonic-evidence', 'held', []],
  ])
})

test('an inspector that credits missing evidence is shown by two run directories', { timeout: 60_000 }, async () => {
  const { inspect } = inspectorMutants.find(({ name }) => name === 'ends a log that has no end')!
  const { laws } = await checkInspector({ ...options, inspect, name: 'mild', laws: ['monotonic-evidence'] })
  const [rising] = laws
  expect(rising?.message).toMatch(/Seen: (?:fidelity|effectiveness|verdict) rises from .* to .* once somebody /)
  expect(rising?.counterexample).toContain('inspectRun(memoryFiles(changed), options)')
})

test('what is expected to be broken may be', { timeout: 60_000 }, async () => {
  const { inspect } = inspectorMutants.find(({ name }) => name === 'takes flags for diligence')!
  await expect(assertInspector({ ...options, inspect, name: 'odd' })).rejects.toMatchObject({ code: 'law-broken' })
})
