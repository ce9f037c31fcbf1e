import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** Heap in MB after each of five blocks of 1,800 tries of all laws. */
const SCRIPT = `
import fc from 'fast-check'
import { subjectCheck } from './properties/check/subject-check.ts'
import { Tally } from './properties/check/tally.ts'
import { SUBJECT_LAWS } from './properties/laws/subject-laws.ts'
import { compositeSubject } from './properties/subjects/composite-subject.ts'
import { workerCritic } from './src/composites/worker-critic.ts'

const subject = compositeSubject(workerCritic)
const heaps = []
for (let block = 0; block < 5; block++) {
  for (const law of SUBJECT_LAWS) {
    const check = subjectCheck(law, subject)
    const tally = new Tally()
    const property = fc.asyncProperty(check.arbitrary, async (value) => void (await check.attempt(value, tally)))
    await fc.check(property, { numRuns: 300, seed: block })
  }
  globalThis.gc()
  heaps.push(process.memoryUsage().heapUsed / 1e6)
}
console.log(JSON.stringify(heaps))
`

test('tries leave nothing behind', { timeout: 60_000 }, async () => {
  const args = [
    '--expose-gc',
    '--import',
    'tsx',
    '--conditions=vitest-tribunal-source',
    '--input-type=module',
    '--eval',
    SCRIPT,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
  const [, early = 0, , , late = Number.POSITIVE_INFINITY] = JSON.parse(stdout) as number[]
  // What all tries share is there after the first block; a try takes about 100 kB while it lasts.
  expect(late - early).toBeLessThan(4)
})
