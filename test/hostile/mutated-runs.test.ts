import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import picocolors from 'picocolors'
import { expect, test } from 'vitest'
import { describeRun } from '../../src/cli/describe-run.ts'
import { TribunalError } from '../../src/errors.ts'
import { canonicalInspection } from '../../src/inspect/canonical-inspection.ts'
import { inspectRun } from '../../src/inspect/inspect-run.ts'
import { memoryFiles } from '../../src/trace/memory-files.ts'
import { ACTING } from './acting.ts'
import { mutatedRuns, type RunBytes } from './mutated-runs.ts'

/** How an inspection may end when there is no report. */
const REFUSALS: ReadonlySet<string> = new Set([
  'ambiguous-layout',
  'corrupted-log',
  'insufficient-data',
  'missing-artifacts',
  'unreadable-run',
  'unsupported-layout',
])

const PARTS = ['inspection', 'evaluation', 'extraction'] as const
const validators: { readonly [part: string]: ValidateFunction } = Object.fromEntries(
  PARTS.map((part) => [
    part,
    new Ajv2020({ strict: true }).compile(JSON.parse(readFileSync(`src/schemas/${part}.schema.json`, 'utf8'))),
  ]),
)

const endings = new Set<string>()

test('whatever is done to a run, it ends in a valid report or in one of six errors, the same each time', () => {
  const tries = fc.property(
    mutatedRuns(),
    fc.constantFrom('light', 'deep'),
    fc.boolean(),
    ({ files }, depth, partial) => {
      const result = ending(() => inspectRun(memoryFiles(files), { depth, partial }))
      endings.add('code' in result ? result.code : result.inspection.verdict)
      if ('code' in result) {
        expect(REFUSALS).toContain(result.code)
        expect(result.message.length).toBeLessThan(3_000)
        return
      }
      expect(canonicalInspection(inspectRun(memoryFiles(files), { depth, partial }))).toBe(canonicalInspection(result))
      const carried = JSON.parse(JSON.stringify(result))
      for (const part of PARTS) expect(validators[part]!(carried[part]) || validators[part]!.errors).toBe(true)
      expect(describeRun({ path: 'run', ...result }, picocolors.createColors(false))).not.toMatch(ACTING)
      expect(result.inspection.summary).not.toMatch(ACTING)
      if (depth === 'light') expect(JSON.stringify(result).length).toBeLessThan(40_000)
    },
  )
  fc.assert(tries, { numRuns: 400, seed: 5 })
  expect([...endings].sort()).toEqual([...REFUSALS, 'fail', 'partial', 'pass'].sort())
})

test('the same files in another order are the same run', () => {
  const tries = fc.property(mutatedRuns(), ({ files }) => {
    const reversed: RunBytes = Object.fromEntries(Object.entries(files).reverse())
    const [one, other] = [files, reversed].map((given) => {
      const result = ending(() => inspectRun(memoryFiles(given), { partial: true }))
      return 'code' in result ? result.code : canonicalInspection(result)
    })
    expect(other).toBe(one)
  })
  fc.assert(tries, { numRuns: 60, seed: 5 })
})

// Helpers

function ending<T>(inspect: () => T): T | TribunalError {
  try {
    return inspect()
  } catch (error) {
    if (error instanceof TribunalError) return error
    throw error
  }
}
