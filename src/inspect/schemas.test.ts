import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { FLAGS } from './3-evaluate/flags/flag-table.ts'
import { inspectRun } from './inspect-run.ts'

const schemaOf = (name: string) => JSON.parse(readFileSync(`src/schemas/${name}.schema.json`, 'utf8'))
const validators: { readonly [name: string]: ValidateFunction } = Object.fromEntries(
  ['inspection', 'evaluation', 'extraction'].map((name) => [
    name,
    new Ajv2020({ strict: true }).compile(schemaOf(name)),
  ]),
)
const RUNS = readdirSync('fixtures/runs', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && entry.name !== 'artefacts-only' ? [entry.name] : [],
)

describe('what inspectRun gives', () => {
  test.each(RUNS)('for %s fits the schemas, light and deep, and survives JSON', (name) => {
    for (const depth of ['light', 'deep'] as const) {
      const result = inspectRun(`fixtures/runs/${name}`, { depth, partial: true })
      const carried = JSON.parse(JSON.stringify(result))
      expect(carried).toEqual(result)
      for (const part of ['inspection', 'evaluation', 'extraction'])
        expect(validators[part]!(carried[part]) || validators[part]!.errors).toBe(true)
    }
  })

  test('has exactly the nine keys of its source', () => {
    expect(Object.keys(inspectRun('fixtures/runs/perfect').inspection)).toEqual([
      'run_id',
      'system',
      'depth',
      'runtime_fidelity',
      'task_effectiveness',
      'services',
      'flags',
      'verdict',
      'summary',
    ])
  })

  test('has its flags in the schema, and in docs/scoring.md each with what the table of the code says', () => {
    const ids = Object.keys(FLAGS)
    expect(schemaOf('inspection').$defs.flag.properties.id.enum).toEqual(ids)
    const rows = [
      ...readFileSync('docs/scoring.md', 'utf8').matchAll(
        /^\| ([a-z-]+) \| (.+) \| (both|fidelity|effectiveness|–) \| (.+) \|$/gm,
      ),
    ]
    expect(rows.map(([, ...cells]) => cells.map((cell) => cell.replace(/\[(.+?)\]\(.+?\)/g, '$1')))).toEqual(
      Object.entries(FLAGS).map(([id, { fidelity, effectiveness, raised }]) => {
        const concerns =
          fidelity && effectiveness ? 'both' : fidelity ? 'fidelity' : effectiveness ? 'effectiveness' : '–'
        const differ = concerns === 'both' && fidelity !== effectiveness
        const severity = differ
          ? `${fidelity} for fidelity, ${effectiveness} for effectiveness`
          : (fidelity ?? effectiveness ?? 'info')
        return [id, severity, concerns, raised]
      }),
    )
  })
})
