import { describe, expect, test } from 'vitest'
import { sampleFiles } from '../../../test/inspect/sample-files.ts'
import { memoryFiles } from '../../trace/memory-files.ts'
import { inspectRun } from '../inspect-run.ts'

type Changes = Parameters<typeof sampleFiles>[1]
const inspect = (name: string, changes: Changes, partial = false) =>
  inspectRun(memoryFiles(sampleFiles(name, changes)), { partial })

describe('a manifest that declares no service', () => {
  test.each<[string, string, string]>([
    ['perfect', 'forme.manifest.json', '{}'],
    ['perfect', 'forme.manifest.json', '{"graph":[1]}'],
    ['perfect', 'forme.manifest.json', '{"graph":[{}]}'],
    ['manifest-run', 'manifest.run.md', '# Manifest: harbour-bulletin\n\n## Graph\n'],
    ['service-era', 'manifest.md', '# Manifest: harbour-bulletin\n'],
    ['mounted', 'compiled-intent.json', '{}'],
    ['mounted', 'compiled-intent.json', '{"topology":{"nodes":[],"edges":[]}}'],
    ['reactor', 'compile/topology.json', '{}'],
  ])('is none, since everything would pass that is held to it: %s, %s %s', (name, path, text) => {
    expect(() => inspect(name, { [path]: text })).toThrow(
      expect.objectContaining({
        code: 'unreadable-run',
        message: expect.stringContaining(`The run's ${path} cannot be read as a manifest (declares no service`),
      }),
    )
    const { inspection } = inspect(name, { [path]: text }, true)
    expect(inspection.verdict).not.toBe('pass')
    expect(inspection.services.length).toBeGreaterThan(2)
  })
})

describe('a run that cannot be held to its manifest', () => {
  test('says which file is gone, and of which what is wrong', () => {
    const changes = { 'root.prose.md': null, 'forme.manifest.json': '// ours\n{}' }
    expect(() => inspect('perfect', changes)).toThrow(
      expect.objectContaining({
        code: 'missing-artifacts',
        message:
          "The run lacks root.prose.md (absent or empty). The run's forme.manifest.json cannot be read as a manifest " +
          '(Expected a JSON value, at offset 0). Inspect it with partial to get a report on the rest; it will not pass.',
      }),
    )
  })

  test.each([
    ['{"graph":{"editor":{}}}', 'declares no service: /graph is no list'],
    ['{"graph":[1]}', 'declares no service: /graph/0 is no object'],
    ['{"graph":[]}', 'declares no service'],
  ])('says why nothing is declared: %s', (text, why) => {
    expect(() => inspect('perfect', { 'forme.manifest.json': text })).toThrow(`cannot be read as a manifest (${why}).`)
  })

  test('says so in its flag as well', () => {
    const said = (text: string | null) =>
      inspect('perfect', { 'forme.manifest.json': text }, true).inspection.flags[0]?.description
    expect(said('junk')).toBe('The critical file forme.manifest.json cannot be read as a manifest.')
    expect(said(null)).toBe('The critical file forme.manifest.json is absent or empty.')
  })

  test.each(['mounted', 'reactor'])('counts the last of a key that is repeated, with a note: %s', (name) => {
    const path = name === 'mounted' ? 'compiled-intent.json' : 'compile/topology.json'
    const text = String(sampleFiles(name)[path]).replace('{', '{"nodes":[],"topology":{},')
    const { inspection } = inspect(name, { [path]: text })
    expect(inspection.flags.map(({ id }) => id)).toContain('manifest-irregular')
  })
})
