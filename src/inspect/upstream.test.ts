import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleFiles } from '../../test/inspect/sample-files.ts'
import { memoryFiles } from '../trace/memory-files.ts'
import { siblingRuns } from '../trace/sibling-runs.ts'
import { memoryRegistry } from './1-index/memory-registry.ts'
import { inspectRun } from './inspect-run.ts'

type Files = ReturnType<typeof sampleFiles>

const UP = '20260512-060100-a1b2c3'

/** A sample that says it builds on others, in its log and by an input that is a run. */
function building(on: string, status = 'complete', sample = 'critic-accepts'): Files {
  const files = sampleFiles(sample)
  const log = String(files['vm.log.md'])
  const manifest = JSON.parse(String(files['forme.manifest.json']))
  manifest.caller.requires.push({ name: 'before', type: 'run', optional: true, path: 'bindings/caller/before.md' })
  return {
    ...files,
    'forme.manifest.json': JSON.stringify(manifest),
    'vm.log.md': log.replace('\n\nroot:', `\n\nupstream: [${on}]\nroot:`),
    'bindings/caller/before.md': `# before\n\nbinding: input\nsource: caller\ntype: run\n\n---\n\nrun: ${on}\npath: /srv/elsewhere/${on}\nstatus: ${status}\n`,
  }
}

const among = (runs: { readonly [id: string]: Files }) => ({
  open: (id: string) => (Object.hasOwn(runs, id) ? memoryFiles(runs[id]!) : undefined),
})
const upstreamOf = (files: Files, runs: { readonly [id: string]: Files }) =>
  inspectRun(memoryFiles(files), { runs: among(runs) }).evaluation.upstream

describe('a run that took something from another', () => {
  test('tells how that one is judged, once, and keeps its own scores', () => {
    const { inspection, evaluation } = inspectRun(memoryFiles(building(UP)), {
      runs: among({ [UP]: sampleFiles('perfect') }),
    })
    expect(evaluation.upstream).toEqual([
      {
        run_id: UP,
        completed: true,
        verdict: 'pass',
        runtime_fidelity: 98,
        task_effectiveness: 98,
        error: null,
        upstream: [],
      },
    ])
    expect([inspection.runtime_fidelity, inspection.task_effectiveness]).toEqual([98, 98])
  })

  test.each([
    ['a comment after the list', `[${UP}]     # present when an input is a run`],
    ['ids in quotes', `["${UP}", '${UP}']`],
    ['no brackets, and a comment', `${UP} # see above`],
  ])('is read from its header alone: %s', (_, value) => {
    const files = building(UP)
    const log = String(files['vm.log.md']).replace(`upstream: [${UP}]`, `upstream: ${value}`)
    expect(upstreamOf({ ...files, 'vm.log.md': log }, {}).map(({ run_id }) => run_id)).toEqual([UP])
  })

  test('is read from an input whose head is front matter', () => {
    const files = building(UP)
    const head = `---\nbinding: input\ntype: run[]\n---\n\n- run: ${UP}\n  status: failed\n`
    const { flags } = inspectRun(memoryFiles({ ...files, 'bindings/caller/before.md': head }), {
      runs: among({ [UP]: sampleFiles('perfect') }),
    }).inspection
    expect(flags.find(({ id }) => id === 'conflicting-evidence')?.evidence[0]?.line).toBe(6)
  })

  test.each(['[]', '[] # none', 'none', '(none)'])('takes %s for none', (value) => {
    const log = String(sampleFiles('perfect')['vm.log.md']).replace('root:', `upstream: ${value}\nroot:`)
    expect(upstreamOf({ ...sampleFiles('perfect'), 'vm.log.md': log }, {})).toEqual([])
  })

  test('names it and does not follow it without a runs root, nor light', () => {
    const files = memoryFiles(building(UP))
    expect(inspectRun(files).evaluation.upstream.map(({ error }) => error)).toEqual(['not-followed'])
    expect(inspectRun(files, { depth: 'light', runs: among({}) }).evaluation.upstream).toEqual([])
  })

  test('says what became of one that is not there, or cannot be inspected', () => {
    expect(upstreamOf(building(UP), {})[0]?.error).toBe('not-found')
    expect(upstreamOf(building(UP), { [UP]: { 'notes.md': 'x' } })[0]?.error).toBe('unsupported-layout')
  })

  test.each(['../run', '/etc', '..', 'a/b', '.hidden'])('never looks for a run called %s', (id) => {
    const asked: string[] = []
    const open = (asking: string) => {
      asked.push(asking)
      return undefined
    }
    const { upstream } = inspectRun(memoryFiles(building(id)), { runs: { open } }).evaluation
    expect([asked, upstream.map(({ error }) => error)]).toEqual([[], ['outside-root']])
  })

  test('disagrees with one that ended otherwise than it says', () => {
    const flags = (status: string, sample: string) =>
      inspectRun(memoryFiles(building(UP, status)), { runs: among({ [UP]: sampleFiles(sample) }) })
        .inspection.flags.filter(({ id }) => id === 'conflicting-evidence')
        .map(({ evidence }) => [evidence[0]?.path, evidence[0]?.line])
    expect(flags('complete', 'failed-useful')).toEqual([['bindings/caller/before.md', 9]])
    expect(flags('failed', 'perfect')).toHaveLength(1)
    expect(flags('complete-shortfall', 'perfect')).toEqual([])
    expect(flags('failed', 'failed-useful')).toEqual([])
    expect([flags('running', 'perfect'), flags('running', 'cut-off')]).toEqual([[], []])
  })

  test('conflicts with itself when its log lists other runs than its inputs come from', () => {
    const files = building(UP)
    const { flags } = inspectRun(
      memoryFiles({ ...files, 'vm.log.md': String(files['vm.log.md']).replace(`[${UP}]`, '[another]') }),
    ).inspection
    expect(flags.find(({ id }) => id === 'conflicting-evidence')?.description).toMatch(/does not list as upstream/)
  })

  test('follows a trail to its end, and ends where it comes back to itself', () => {
    const trail = upstreamOf(building('b'), {
      b: building('c'),
      c: building('d'),
      d: { ...building('b'), 'vm.log.md': String(building('b')['vm.log.md']).replace('run-4f1c', 'd') },
    })
    const names: string[] = []
    for (let [at] = trail; at; [at] = at.upstream) names.push(`${at.run_id} ${at.error ?? at.verdict}`)
    expect(names).toEqual(['b pass', 'c pass', 'd pass', 'b circular'])
  })

  test('opens each of many only once', () => {
    let opened = 0
    const wide = (names: string): Files => ({ ...building(names), 'bindings/caller/before.md': '' })
    const runs: { [id: string]: Files } = {
      a: wide('x, y, z'),
      b: wide('x, y, z'),
      x: wide('y'),
      y: wide('z'),
      z: sampleFiles('perfect'),
    }
    inspectRun(memoryFiles(wide('a, b, x')), {
      runs: {
        open: (id) => {
          opened += 1
          return runs[id] && memoryFiles(runs[id])
        },
      },
    })
    expect(opened).toBe(5)
  })

  test('is not answered from a registry, since the other may have changed', () => {
    const registry = memoryRegistry()
    const inspect = (sample: string) =>
      inspectRun(memoryFiles(building(UP)), {
        registry,
        at: '2026-05-12T06:10:00Z',
        runs: among({ [UP]: sampleFiles(sample) }),
      }).evaluation.upstream[0]?.verdict
    expect([inspect('perfect'), inspect('failed-useful')]).toEqual(['pass', 'fail'])
  })
})

describe('a runs root on disk', () => {
  let folder = ''
  const write = (place: string, files: Files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, place, path)), { recursive: true })
      writeFileSync(join(folder, place, path), text)
    }
  }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tribunal-upstream-'))
    write('runs/up', sampleFiles('perfect'))
    write('elsewhere/out', sampleFiles('perfect'))
    writeFileSync(join(folder, 'runs/file'), 'no run')
    symlinkSync(join(folder, 'elsewhere/out'), join(folder, 'runs/link'))
    symlinkSync(join(folder, 'runs/up'), join(folder, 'runs/again'))
    symlinkSync(join(folder, 'runs/loop'), join(folder, 'runs/loop'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('gives its runs, and nothing that a link or a name leads out to', () => {
    const runs = siblingRuns(join(folder, 'runs'))
    const open = (id: string) => runs.open(id)?.stat('vm.log.md')?.kind
    expect(['up', 'again'].map(open)).toEqual(['file', 'file'])
    expect(['link', 'file', 'loop', 'gone', '..', '../elsewhere/out', ''].map(open)).toEqual(Array(7).fill(undefined))
  })

  test('is given by its path as well', () => {
    write('runs/down', building('up'))
    const { upstream } = inspectRun(join(folder, 'runs/down'), { runs: join(folder, 'runs') }).evaluation
    expect(upstream.map(({ run_id, verdict }) => [run_id, verdict])).toEqual([['up', 'pass']])
  })

  test('that is not there is an error', () => {
    expect(() => siblingRuns(join(folder, 'gone'))).toThrow(expect.objectContaining({ code: 'unreadable-run' }))
  })
})
