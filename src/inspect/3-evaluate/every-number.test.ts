import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inspectRun } from '../inspect-run.ts'
import type { PartScore } from '../inspection.ts'
import { FLAGS } from './flags/flag-table.ts'

const RUNS = readdirSync('fixtures/runs').filter((name) => name !== 'README.md' && name !== 'artefacts-only')
const SCORES = ['runtime_fidelity', 'task_effectiveness'] as const
const CASES = RUNS.flatMap((run) => (['light', 'deep'] as const).map((depth) => ({ run, depth })))

const evaluate = (run: string, depth: 'light' | 'deep') =>
  inspectRun(`fixtures/runs/${run}`, { depth, partial: true }).evaluation

/** Counts a part again from nothing but its observations. */
function recount({ observations }: PartScore) {
  const counted = observations.filter(({ outcome }) => outcome !== 'excused')
  const scored = counted.filter(({ outcome }) => outcome !== 'unevaluable')
  const points = { held: 1, partial: 0.5, 'not-held': 0, unevaluable: 0, excused: 0 }
  const held = scored.reduce((sum, { outcome }) => sum + points[outcome], 0)
  return {
    held,
    of: scored.length,
    declared: counted.length,
    decided: counted.length === 0 ? 0 : counted.filter(({ decided }) => decided).length / counted.length,
    score: scored.length === 0 ? null : Math.round((100 * held) / scored.length),
  }
}

describe('every number', () => {
  test.each(CASES)('of $run, $depth, is what its observations count up to', ({ run, depth }) => {
    const evaluation = evaluate(run, depth)
    for (const which of SCORES) {
      const { breakdown, raw, k, ceiling, score } = evaluation[which]
      const parts = Object.values<PartScore>(breakdown)
      for (const part of parts) expect(part).toMatchObject(recount(part))
      const weight = (list: readonly PartScore[]) => list.reduce((sum, part) => sum + part.weight, 0)
      const seen = parts.filter(({ of }) => of > 0)
      const declared = parts.filter((part) => part.declared > 0)
      expect(raw).toBeCloseTo(seen.reduce((sum, part) => sum + part.weight * (part.held / part.of), 0) / weight(seen))
      expect(k).toBeCloseTo(
        depth === 'light' ? 0 : declared.reduce((sum, part) => sum + part.weight * part.decided, 0) / weight(declared),
      )
      const base = which === 'runtime_fidelity' ? 85 : 80
      expect(ceiling).toBeCloseTo(base + (98 - base) * k)
      expect(score).toBeLessThanOrEqual(Math.round(ceiling * raw))
    }
  })

  test.each(CASES)('of $run, $depth, that a cap decided names a flag that is there, or a rule', ({ run, depth }) => {
    const evaluation = evaluate(run, depth)
    const flagged = new Set(evaluation.flags.map(({ id }) => id as string))
    for (const which of SCORES) {
      const { capped_by, score, ceiling, raw } = evaluation[which]
      expect(capped_by.length > 0).toBe(score < Math.floor(ceiling * raw + 0.5 + 1e-9))
      for (const by of capped_by) if (Object.hasOwn(FLAGS, by)) expect(flagged).toContain(by)
    }
  })

  test.each(CASES)('of $run, $depth, has evidence in the run for each thing that counts', ({ run, depth }) => {
    const evaluation = evaluate(run, depth)
    for (const which of SCORES)
      for (const part of Object.values<PartScore>(evaluation[which].breakdown))
        for (const { what, outcome, evidence } of part.observations) {
          if (outcome === 'excused') continue
          expect(evidence, what).not.toEqual([])
          for (const { path, line } of evidence) {
            if (line === undefined) continue
            expect(existsSync(`fixtures/runs/${run}/${path}`), `${path} of ${what}`).toBe(true)
            expect(readFileSync(`fixtures/runs/${run}/${path}`, 'utf8').split('\n').length).toBeGreaterThanOrEqual(line)
          }
        }
  })
})
