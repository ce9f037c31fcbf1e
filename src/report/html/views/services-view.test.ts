import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type InspectResult, inspectRun } from '../../../inspect/inspect-run.ts'
import { servicesView } from './services-view.ts'

const RUNS = join(import.meta.dirname, '../../../../fixtures/runs')

/** Sample runs that can be inspected. */
const results = readdirSync(RUNS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }): [string, InspectResult][] => {
    try {
      return [[name, inspectRun(join(RUNS, name), { depth: 'deep' })]]
    } catch {
      return []
    }
  })

// The evaluator's words say whose clause it is: this fails where it takes others.
test('every clause that the evaluator judged stands at its service', () => {
  const strays = results.flatMap(([run, { inspection, evaluation }]) => {
    const { observations } = evaluation.task_effectiveness.breakdown.contract_satisfaction
    const shown = servicesView(inspection.services, evaluation, 1_000).flatMap(({ rows = [] }) => rows)
    return shown.length === observations.length ? [] : [`${run}: ${shown.length} of ${observations.length}`]
  })
  expect(strays).toEqual([])
  expect(results.filter(([, { inspection }]) => inspection.services.length > 0).length).toBeGreaterThan(5)
})

test('a service has as many clauses as its contract counts', () => {
  const wrong = results.flatMap(([run, { inspection, evaluation }]) => {
    const views = servicesView(inspection.services, evaluation, 1_000)
    return inspection.services.flatMap(({ name, contract }, index) => {
      const counted = contract.satisfied + contract.partial + contract.violated + contract.unevaluable
      const rows = views[index]!.rows?.length ?? 0
      return rows < counted ? [`${run}, ${name}: ${rows} of ${counted}`] : []
    })
  })
  expect(wrong).toEqual([])
})
