import { expect, test } from 'vitest'
import { readDecision } from '../src/decisions/read-decision.ts'
import { readVerdict } from '../src/decisions/read-verdict.ts'
import { assertReader, checkReader } from './check-reader.ts'
import { DECISIONS, readerMutants, VERDICTS } from './mutants/reader-mutants.ts'

const options = { examples: false } as const

test.each([
  [
    'readVerdict',
    readVerdict,
    VERDICTS,
    ['one-reading', 'wrapping', 'no-negation', 'no-doubt', 'no-lookalike', 'agreement'],
  ],
  ['readDecision', readDecision, DECISIONS, ['one-reading', 'wrapping', 'no-negation', 'agreement']],
] as const)('%s keeps every law that applies', async (_, read, kind, laws) => {
  const report = await checkReader(read, { ...options, ...kind })
  expect(report.laws.map(({ law, status }) => [law, status])).toEqual(laws.map((law) => [law, 'held']))
})

test('a reader that accepts on doubt is shown by one reply', async () => {
  const { read } = readerMutants.find(({ name }) => name === 'accepts what begins with "accept"')!
  const { laws } = await checkReader(read, {
    ...options,
    ...VERDICTS,
    laws: ['no-doubt'],
    name: 'hasty',
    from: './hasty.ts',
  })
  const [doubt] = laws
  expect(doubt?.counterexample).toBe(`import { expect, test } from 'vitest'
import { hasty } from './hasty.ts'

test('hasty keeps the law "no-doubt"', () => {
  const reply = { text: 'accept, but only if the dates are corrected.' }
  const reading = hasty(reply)
  expect(['reject', 'unreadable']).toContain(reading.verdict)
  expect(reading.readable).toBe(['accept', 'reject'].includes(reading.verdict))
  expect(hasty(reply).verdict).toBe(reading.verdict)
  expect(reply).toEqual({ text: 'accept, but only if the dates are corrected.' })
})
`)
})

test('planted faults have to be noticed', async () => {
  const mutants = Object.fromEntries(
    readerMutants.filter(({ kind }) => kind === VERDICTS).map(({ name, read }) => [name, read]),
  )
  const report = await assertReader(readVerdict, { ...options, ...VERDICTS, mutants })
  expect(report.mutants.every(({ killedBy }) => killedBy !== null)).toBe(true)
})
