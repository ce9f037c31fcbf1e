import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ArbitrationResult, ArbitrationValue } from '../../src/arbitration/contract.ts'

const root = new URL('../../', import.meta.url)
const page = readFileSync(new URL('docs/arbitration.md', root), 'utf8')

interface Example {
  readonly about: string
  readonly calls: readonly {
    readonly reply?: { readonly text: string }
    readonly fault?: { readonly message: string }
  }[]
  readonly result: ArbitrationResult
}

test('the table of examples is that of the sidecar files', () => {
  const folder = new URL('src/arbitration/examples/', root)
  const rows = readdirSync(folder)
    .sort()
    .map((file) => rowOf(file, JSON.parse(readFileSync(new URL(file, folder), 'utf8'))))
  const shown = page.split('\n').filter((line) => line.startsWith('| ['))
  expect(shown).toEqual(rows)
})

test('every finding that the code can make is in the table', () => {
  const sources = ['check-record.ts', 'replay-record.ts'].map((file) =>
    readFileSync(new URL(`src/arbitration/${file}`, root), 'utf8'),
  )
  const ids = [...sources.join('').matchAll(/finding\(\s*'([a-z-]+)'/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBeGreaterThan(10)
  for (const id of ids) expect(page).toContain(`\`${id}\``)
})

// Helpers

function rowOf(file: string, { calls, result }: Example): string {
  const name = file.replace('.json', '')
  const came = calls.map(({ reply, fault }) => (reply ? `\`${reply.text}\`` : fault!.message)).join(' then ')
  const gist = result.ok ? [result.value.status, gistOf(result.value)] : [result.failure.kind, result.failure.code]
  return `| [${name}](../src/arbitration/examples/${file}) | ${came || 'nothing was asked'} | \`${gist[0]}\`: ${gist[1]} |`
}

const gistOf = (value: ArbitrationValue): string => {
  if (value.status === 'decided') return `${value.action}, ${value.confidence}`
  return value.status === 'ambiguous' ? value.candidate_actions.join(', ') : (value.reason ?? '')
}
