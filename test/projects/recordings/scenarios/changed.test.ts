import { test } from '../../../../fixtures/index.ts'
import { ask, RECORD } from './asking.ts'

/** What the program does differently today. */
const CHANGED = process.env.CHANGED

test('asks something else, and swallows the answer', async ({ recording }) => {
  await recording(RECORD)
  await ask(CHANGED ? 'Name a number.' : 'Name a prime.')
})

test('asks less', async ({ recording }) => {
  await recording(RECORD)
  await ask('Name a prime.')
  if (!CHANGED) await ask('Name another.')
})

test('asks more', async ({ recording }) => {
  await recording(RECORD)
  await ask('Name a prime.')
  if (CHANGED) await ask('Name a prime.')
})

test('asks the same', async ({ recording }) => {
  await recording(RECORD)
  await ask('Name a prime.')
})
