import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { TribunalError } from '../../src/errors.ts'
import { type InspectResult, inspectRun } from '../../src/inspect/inspect-run.ts'
import { directoryFiles } from '../../src/trace/directory-files.ts'
import type { RunFiles } from '../../src/trace/run-files.ts'
import { tryCommand } from '../cli/try-command.ts'
import { ACTING } from './acting.ts'
import { HostileRun, IN_PLACE } from './hostile-runs.ts'

let run: HostileRun
afterEach(() => run.remove())

/** One run of each layout, and the files that make it one. */
const LAYOUTS = {
  perfect: ['vm.log.md', 'root.prose.md', 'forme.manifest.json'],
  'manifest-run': ['vm.log.md', 'root.prose.md', 'manifest.run.md'],
  'service-era': ['state.md', 'program.md', 'manifest.md'],
  'program-era': ['state.md', 'program.prose'],
  function: ['vm.log.md', 'root.prose.md'],
  mounted: ['vm.log.md', 'root.prose.md', 'compiled-intent.json', 'receipts/board.jsonl'],
  reactor: ['receipts.json', 'compile/topology.json'],
} as const

const SAMPLES = Object.keys(LAYOUTS) as (keyof typeof LAYOUTS)[]
const DEPTHS = ['light', 'deep'] as const
const WAYS = [
  ['light', true],
  ['deep', true],
  ['deep', false],
] as const
const ROOTS: readonly string[] = ['root.prose.md', 'program.md', 'program.prose']

/** How an inspection ends: in flags, or in the code of one typed error. Anything else is thrown on. */
function endOf(subject: string | RunFiles, depth: 'light' | 'deep', partial: boolean): string {
  try {
    const result = inspectRun(subject, { depth, partial })
    noSecretIn(result)
    return result.inspection.flags.map(({ id }) => id).join() || 'no flag'
  } catch (error) {
    if (error instanceof TribunalError) return error.code
    throw error
  }
}

const noSecretIn = (result: InspectResult | string) =>
  expect(typeof result === 'string' ? result : JSON.stringify(result)).not.toContain(run.secret)

describe.each(SAMPLES)('a run like %s', (sample) => {
  test.each(LAYOUTS[sample])('ends in a flag or one typed error, whatever lies in the place of %s', (path) => {
    run = new HostileRun(sample)
    for (const [what, make] of Object.entries(IN_PLACE))
      run.during(path, make, () => {
        for (const [depth, partial] of WAYS) {
          const end = endOf(run.directory, depth, partial)
          // Light looks neither at roots nor at receipts beside a log; a text of any kind is a contract that promises nothing.
          const isUnseen = ROOTS.includes(path) || (depth === 'light' && path.startsWith('receipts/'))
          if (!isUnseen) expect([what, depth, partial, end]).not.toEqual([what, depth, partial, 'no flag'])
        }
      })
  })

  test('with one of them in place of each output ends in a report', () => {
    run = new HostileRun(sample)
    const outputs = run.paths().filter((path) => /^(?:bindings|workspace|world-models?)\//u.test(path))
    for (const [index, what] of Object.keys(IN_PLACE).entries()) {
      const path = outputs[index % outputs.length]!
      run.replace(path, IN_PLACE[what]!)
      for (const depth of DEPTHS) expect(endOf(run.directory, depth, true)).toMatch(/[a-z]/u)
    }
  })

  test('that lies in the imports of another is told of, whatever is wrong with it', () => {
    run = new HostileRun('perfect')
    const inner = 'imports/inner'
    cpSync(join('fixtures/runs', sample), join(run.directory, inner), { recursive: true })
    for (const make of Object.values(IN_PLACE))
      run.during(`${inner}/${LAYOUTS[sample][0]}`, make, () => {
        const { children } = inspectRun(run.directory).evaluation
        expect(children).toEqual([expect.objectContaining({ path: inner })])
        expect(children[0]!.error ?? children[0]!.verdict).toMatch(/[a-z]/u)
      })
  })

  test('of which any file cannot be read ends in a gap, a flag or one typed error', () => {
    run = new HostileRun(sample)
    for (const locked of run.paths()) {
      const files = directoryFiles(run.directory)
      const deny = (path: string) => {
        if (path === locked) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
      }
      const denied: RunFiles = {
        ...files,
        read: (path, limit) => {
          deny(path)
          return files.read(path, limit)
        },
        pieces: (path, limit) => {
          deny(path)
          return files.pieces!(path, limit)
        },
      }
      for (const depth of DEPTHS) expect(endOf(denied, depth, true)).toMatch(/[a-z]/u)
    }
  })

  test.each<[string, (place: string) => void]>([
    ['grow', (place) => writeFileSync(place, '\n✗ more', { flag: 'a' })],
    ['shrink', (place) => writeFileSync(place, 'x')],
    ['vanish', (place) => rmSync(place)],
    ['lead out', IN_PLACE['a link to a secret beside the run']!],
  ])('whose files %s once they were looked at ends in a report or one typed error', (how, change) => {
    for (const depth of DEPTHS) {
      run?.remove()
      run = new HostileRun(sample)
      const files = directoryFiles(run.directory)
      const changed = new Set<string>()
      const changing: RunFiles = {
        ...files,
        read: (path, limit) => {
          const place = join(run.directory, path)
          if (how === 'lead out') rmSync(place, { force: true })
          if (!changed.has(path)) change(place)
          changed.add(path)
          return files.read(path, limit)
        },
        pieces: (path, limit) => [changing.read(path, limit)],
      }
      expect(endOf(changing, depth, true)).toMatch(/[a-z]/u)
      expect(changed.size).toBeGreaterThan(0)
    }
  })
})

describe('names', () => {
  const NAMES = [
    'a\nb.md',
    '\u202Efdp.md',
    '\u001B[31mred.md',
    '\u009B2Jclear.md',
    '__proto__',
    'constructor.md',
    '\u2066x.md',
  ]

  test('of files with newlines, escapes and marks reach the report and do nothing on a terminal', async () => {
    run = new HostileRun('perfect')
    for (const name of NAMES) {
      run.write(`workspace/editor/${name}`, 'x')
      run.write(`bindings/${name}/out.md`, 'x')
      run.write(`imports/${name}/vm.log.md`, '# run:x y\n')
      run.replace(`workspace/planner/${name}`, (place) => symlinkSync(join(run.folder, 'secret.md'), place))
    }
    const { extraction, evaluation } = inspectRun(run.directory)
    expect(extraction.workspace_artifacts!.editor).toEqual(
      expect.arrayContaining(NAMES.map((name) => `workspace/editor/${name}`)),
    )
    expect(evaluation.children).toHaveLength(NAMES.length)
    for (const args of [[], ['--json'], ['--depth', 'light']]) {
      const { stdout, stderr, code } = await tryCommand(['inspect', '--registry', 'none', ...args, run.directory])
      expect([code, stdout.replaceAll('\n', ''), stderr].join('')).not.toMatch(ACTING)
    }
  })

  test('of services, errors, runs and systems are as harmless', async () => {
    run = new HostileRun('perfect')
    const bad = '\u001B]0;x\u0007\u202Eeditor'
    const manifest = String(directoryFiles(run.directory).read('forme.manifest.json', 1e6))
    run.write(
      'forme.manifest.json',
      manifest.replaceAll('"editor"', JSON.stringify(bad)).replace('"harbour-bulletin"', JSON.stringify(bad)),
    )
    run.write(
      'vm.log.md',
      `# run:${bad} ${bad}\n\nroot: ${bad}\n\n1→ ${bad} ✗ ${bad} (${bad})\n---error 2026-05-12T06:12:00Z ${bad}\n`,
    )
    run.write(
      'workspace/editor/__error.md',
      `---\nerror: "${bad.replaceAll('\u001B', '\\e').replaceAll('\u0007', '\\a')}"\n---\n`,
    )
    for (const args of [[], ['--json'], ['--depth', 'light']]) {
      const { stdout, stderr } = await tryCommand(['inspect', '--registry', 'none', ...args, run.directory])
      expect(stdout.replaceAll('\n', '') + stderr.replaceAll('\n', '')).not.toMatch(ACTING)
    }
  })
})

test('a folder of the run that cannot be entered is passed over', () => {
  run = new HostileRun('perfect')
  run.write(`workspace/${'d/'.repeat(100)}x.md`, 'x')
  expect(inspectRun(run.directory).extraction.evidence_gaps.join()).toMatch(
    /neither a file nor a folder of the run, and not read: workspace\/d/,
  )
})
