import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampleFiles } from '../../test/inspect/sample-files.ts'
import { memoryFiles } from '../trace/memory-files.ts'
import { inspectRun } from './inspect-run.ts'

let run: string
let outside: string
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'tribunal-'))
  run = join(folder, 'run')
  outside = join(folder, 'secret.md')
  cpSync('fixtures/runs/perfect', run, { recursive: true })
  writeFileSync(outside, 'top secret')
})
afterEach(() => rmSync(join(run, '..'), { recursive: true }))

const replace = (path: string, put: (path: string) => void) => {
  rmSync(join(run, path), { recursive: true })
  put(join(run, path))
}
const ids = (depth: 'light' | 'deep' = 'deep') =>
  inspectRun(run, { depth, partial: true }).inspection.flags.map(({ id }) => id)
const inMemory = (changes: Parameters<typeof sampleFiles>[1]) =>
  inspectRun(memoryFiles(sampleFiles('perfect', changes)), { partial: true })

describe('on disk', () => {
  test.each(['light', 'deep'] as const)('a link out of the run is a flag and is not read, %s', (depth) => {
    replace('bindings/editor/draft.md', (path) => symlinkSync(outside, path))
    const result = inspectRun(run, { depth })
    expect(result.inspection.flags.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['path-outside-run', 'missing-output']),
    )
    expect(JSON.stringify(result)).not.toContain('top secret')
  })

  test('a linked folder is not entered', () => {
    const elsewhere = join(run, '..', 'elsewhere')
    mkdirSync(elsewhere)
    writeFileSync(join(elsewhere, 'draft.md'), 'top secret')
    replace('bindings/editor', (path) => symlinkSync(elsewhere, path))
    for (const depth of ['light', 'deep'] as const) {
      expect(ids(depth)).toContain('missing-output')
      expect(JSON.stringify(inspectRun(run, { depth }))).not.toContain('top secret')
    }
  })

  test('a loop of links and a link to nothing are passed over', () => {
    replace('bindings/editor/draft.md', (path) => symlinkSync(path, path))
    symlinkSync('..', join(run, 'workspace', 'up'))
    symlinkSync('nowhere', join(run, 'workspace', 'gone'))
    expect(ids()).toContain('missing-output')
  })

  test('a pipe is never opened, not even as the log', () => {
    replace('bindings/editor/draft.md', (path) => execFileSync('mkfifo', [path]))
    expect(ids()).toContain('missing-output')
    replace('vm.log.md', (path) => execFileSync('mkfifo', [path]))
    expect(ids()).toContain('missing-artifact')
  })

  test('a folder where a file belongs is a missing file', () => {
    replace('bindings/editor/draft.md', (path) => mkdirSync(path))
    expect(ids('light')).toContain('missing-output')
    expect(ids('deep')).toContain('missing-output')
  })

  test('an output of a gigabyte is read at its start alone', () => {
    replace('bindings/editor/draft.md', (path) => {
      writeFileSync(path, 'Two berths are free today, and many more words follow from here on. ')
      truncateSync(path, 1_000_000_000)
    })
    const { extraction } = inspectRun(run)
    expect(extraction.evidence_gaps).toContain('bindings/editor/draft.md was read to 1048576 of its 1000000000 bytes')
    expect(extraction.service_outputs?.editor?.draft?.length).toBe(500)
  })

  test('a directory that is none, or no run, is one typed error', () => {
    expect(() => inspectRun(join(run, 'no-such'))).toThrow(expect.objectContaining({ code: 'unreadable-run' }))
    expect(() => inspectRun(join(run, 'vm.log.md'))).toThrow(expect.objectContaining({ code: 'unreadable-run' }))
    expect(() => inspectRun(join(run, 'bindings'))).toThrow(expect.objectContaining({ code: 'unsupported-layout' }))
  })
})

test('a depth that is none is misuse', () => {
  expect(() => inspectRun(run, { depth: 'medium' as never })).toThrow(
    expect.objectContaining({ code: 'invalid-input', message: expect.stringContaining('no depth "medium"') }),
  )
})

describe('in a file', () => {
  test('a log without any event or header is corrupted', () => {
    for (const log of ['hello\n', '\0\0\0\0', Buffer.from([0xff, 0xfd, 0x80, 0x81])])
      expect(() => inMemory({ 'vm.log.md': log })).toThrow(expect.objectContaining({ code: 'corrupted-log' }))
  })

  test('a log in which only a header is left says that nothing ran', () => {
    expect(inMemory({ 'vm.log.md': '# run:x harbour-bulletin\n' }).inspection.verdict).toBe('fail')
  })

  test.each([
    ['a million levels of JSON', '['.repeat(1_000_000)],
    ['a million levels of objects', '{"a":'.repeat(1_000_000)],
    ['no JSON', '{ "id": '],
    ['JSON that is no object', '[]'],
    ['an object that declares nothing', '{}'],
    ['a graph without a node', '{ "id": "harbour-bulletin", "graph": [] }'],
    ['NUL bytes', '\0'.repeat(100)],
  ])('a manifest of %s is irregular, and the root tells what there was to do', (_, manifest) => {
    const { inspection } = inMemory({ 'forme.manifest.json': manifest })
    expect(inspection.flags.map(({ id }) => id)).toContain('manifest-irregular')
    expect(inspection.services).toHaveLength(6)
    expect(inspection.verdict).not.toBe('pass')
  })

  test('an output of a million levels is hollow, not fatal', () => {
    const { inspection } = inMemory({ 'bindings/planner/plan.json': '['.repeat(1_000_000) })
    expect(inspection.flags.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['stale-binding', 'placeholder-output', 'clause-violated']),
    )
  })

  test('an alias bomb in a contract is no front matter', () => {
    const bomb = [
      'a: &a [x, x, x]',
      ...[...'bcdefgh'].map(
        (name, index) => `${name}: &${name} [${'*abcdefgh'[index + 1] ? `*${'abcdefgh'[index]}, `.repeat(9) : ''}x]`,
      ),
    ].join('\n')
    const source = String(sampleFiles('perfect')['root.prose.md']).replace('kind: system', bomb)
    expect(inMemory({ 'root.prose.md': source }).inspection.verdict).toBe('pass')
  })

  test('names such as __proto__ and names with newlines, marks and commands stay data', () => {
    const manifest = String(sampleFiles('perfect')['forme.manifest.json'])
      .replaceAll('"editor"', '"__proto__"')
      .replaceAll('"risk-marker"', JSON.stringify('a\n# b\u202E`$(x)`'))
    const { inspection, extraction } = inMemory({ 'forme.manifest.json': manifest })
    expect(inspection.services.map(({ name }) => name)).toContain('__proto__')
    expect(Object.keys(extraction.service_outputs ?? {})).toContain('__proto__')
    expect(({} as { status?: unknown }).status).toBeUndefined()
  })

  test('markup of the run is escaped in the summary', () => {
    const log =
      '# run:x harbour-bulletin\n\n---error 2026-01-01T00:00:00Z <img src=x onerror=alert(1)> [click](https://evil.example) **bold** `code` www.evil.example\n'
    const { summary } = inMemory({ 'vm.log.md': log }).inspection
    expect(summary).toContain(
      '\\<img src=x onerror=alert(1)\\> \\[click\\](https\\://evil.example) \\*\\*bold\\*\\* \\`code\\` www\\.evil.example',
    )
    expect(summary).not.toMatch(/\n/)
  })
})

describe('what is read', () => {
  const read = (name: string, depth: 'light' | 'deep') => {
    const files = memoryFiles(sampleFiles(name))
    const paths = new Set<string>()
    const watched = {
      ...files,
      read: (path: string, limit: number) => {
        paths.add(path)
        return files.read(path, limit)
      },
    }
    inspectRun(watched, { depth })
    return [...paths].sort()
  }

  test('by light is the log and the manifest alone', () => {
    expect(read('perfect', 'light')).toEqual(['forme.manifest.json', 'vm.log.md'])
    expect(read('service-era', 'light')).toEqual(['manifest.md', 'state.md'])
    expect(read('failed-useful', 'light')).toEqual(['forme.manifest.json', 'vm.log.md'])
  })

  test('by deep is every file of the run', () => {
    expect(read('failed-useful', 'deep')).toEqual(Object.keys(sampleFiles('failed-useful')).sort())
  })

  test('is the run that was there when it was first looked at: a file that goes away meanwhile is a gap', () => {
    const files = memoryFiles(sampleFiles('perfect'))
    const shrinking = {
      ...files,
      read: (path: string, limit: number) => {
        if (path === 'bindings/editor/draft.md') throw new Error('gone')
        return files.read(path, limit)
      },
    }
    const { inspection, extraction } = inspectRun(shrinking)
    expect(extraction.evidence_gaps).toEqual(['bindings/editor/draft.md cannot be read'])
    expect(inspection.task_effectiveness).toBeLessThan(98)
  })
})

describe('a report', () => {
  /** A run of many services, of which nothing is left but the log. */
  const crowd = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `service-${index}`)
    return memoryFiles({
      'vm.log.md': `# run:big crowd\n\nroot: root.prose.md\n\n${names.map((name, index) => `${index}→ ${name} ✓`).join('\n')}\n---end\n`,
      'root.prose.md': '### Ensures\n\n- `service-0.out`: text\n',
      'forme.manifest.json': JSON.stringify({
        id: 'crowd',
        caller: { requires: [], returns: [{ name: 'out', source: 'service-0' }] },
        graph: names.map((id) => ({
          id,
          outputs: [
            {
              name: 'out',
              workspacePath: `workspace/${id}/out.md`,
              bindingPath: `bindings/${id}/out.md`,
              public: true,
            },
          ],
        })),
        executionOrder: names.map((nodeId, index) => ({
          nodeId,
          dependsOn: index === 0 ? ['caller'] : [names[index - 1]],
        })),
      }),
    })
  }

  test.each([5, 100, 10_000])(
    'of a run of %i services that lost all stays under 40,000 characters, light',
    (count) => {
      const result = inspectRun(crowd(count), { depth: 'light' })
      expect(JSON.stringify(result).length).toBeLessThan(40_000)
      expect(result.evaluation.runtime_fidelity.breakdown.binding_integrity).toMatchObject({ held: 0, of: count })
    },
    60_000,
  )

  test('that is cut says how much is not shown', () => {
    const { inspection, extraction } = inspectRun(crowd(1_000))
    const last = inspection.flags.filter(({ id }) => id === 'missing-output').at(-1)
    expect(last?.description).toMatch(/900 more of this kind are not shown\.$/)
    expect(inspectRun(crowd(1_000), { depth: 'light' }).extraction.evidence_gaps.join()).toMatch(
      /more services are not shown/,
    )
    expect(extraction.services_declared).toHaveLength(1_000)
  })
})
