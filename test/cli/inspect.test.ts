import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { schemaFaults } from './schema-faults.ts'
import { type Setting, tryCommand } from './try-command.ts'

const PASSES = 'fixtures/runs/perfect'
const FAILS = 'fixtures/runs/cut-off'
const PARTIAL = 'fixtures/runs/intermediate-missing'
const LACKS_ITS_SOURCE = 'fixtures/runs/root-emptied'

const scratch = mkdtempSync(join(tmpdir(), 'tribunal-cli-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const inspect = (args: readonly string[], setting?: Setting) =>
  tryCommand(['inspect', '--registry', 'none', ...args], setting)

describe('the exit code', () => {
  test.each([
    ['0 for a run that passes', [PASSES], 0],
    ['1 for a verdict under the gate', [PARTIAL], 1],
    ['0 for a partial verdict where the gate asks for no more', [PARTIAL, '--gate', 'partial'], 0],
    ['1 for a failed run, whatever the gate', [FAILS, '--gate', 'partial'], 1],
    ['2 for a run that cannot be inspected', [LACKS_ITS_SOURCE], 2],
    ['1 for the same run with --partial, which never passes', [LACKS_ITS_SOURCE, '--partial'], 1],
    ['2 for a directory that does not exist', ['no/such/run'], 2],
    ['2 over 1 over 0', [PASSES, FAILS, 'no/such/run'], 2],
    ['1 over 0, in any order', [FAILS, PASSES], 1],
    ['2 for a page that cannot be written', [PASSES, '--html', `${PASSES}/vm.log.md/page.html`], 2],
  ])('is %s', async (_, args, code) => {
    expect((await inspect(args)).code).toBe(code)
  })
})

describe('for people', () => {
  test('there is what is wrong, a table in the order given, and the gate last', async () => {
    const { stdout, stderr } = await inspect([FAILS, PASSES, LACKS_ITS_SOURCE])
    expect(stdout).toMatchInlineSnapshot(`
      " FAIL  fixtures/runs/cut-off
        harbour-bulletin, run 20260512-060400-a1b2c3
        fidelity        69 (execution_order 100, binding_integrity 100, vm_log_completeness 92, error_handling 100), capped by incomplete-run
        effectiveness   98 (output_existence 100, output_substance 100, contract_satisfaction 100, goal_alignment 100)

        critical  incomplete-run: The run has no end on record.
                  vm.log.md:14  7→ publisher ✓
        info      timing-unknown: The log states no end time with a zone.
                  vm.log.md:14  7→ publisher ✓

      verdict  fidelity  effectiveness  system            run                         worst flag
      fail           69             98  harbour-bulletin  fixtures/runs/cut-off       incomplete-run
      pass           98             98  harbour-bulletin  fixtures/runs/perfect
      error           –              –  –                 fixtures/runs/root-emptied  missing-artifacts

      ✗ The gate (pass) refuses: 1 cannot be inspected, 1 under the gate. Exit code 2.
      "
    `)
    expect(stderr).toMatchInlineSnapshot(`
      "error: fixtures/runs/root-emptied: cannot be inspected (missing-artifacts): The run lacks root.prose.md (absent or empty). Inspect it with partial to get a report on the rest; it will not pass.
      "
    `)
  })

  test('a single run that passes is described too', async () => {
    const { stdout } = await inspect([PASSES])
    expect(stdout).toContain(' PASS  fixtures/runs/perfect\n')
    expect(stdout).toMatch(/fidelity +98 \(execution_order 100, /)
  })

  test('ten runs are described, and how many more there are is said', async () => {
    const { stdout } = await inspect(Array.from({ length: 12 }, () => FAILS))
    expect(stdout.match(/^ FAIL /gm)).toHaveLength(10)
    expect(stdout).toContain('… and what is wrong with 2 more: --html FILE or --json shows it.')
    expect(stdout.match(/^fail /gm)).toHaveLength(12)
  })

  test('a narrow terminal gets shortened names, a pipe whole ones', async () => {
    const { stdout: narrow } = await inspect([FAILS, PASSES], { columns: 72 })
    const table = stripVTControlCharacters(narrow).split('\n').slice(-6)
    expect(table.filter((line) => line.length > 72)).toEqual([])
    expect(table.join('\n')).toContain('…')
    expect((await inspect([FAILS, PASSES])).stdout).not.toContain('…')
    const unknown = (await inspect([FAILS, PASSES], { columns: 0, env: { NO_COLOR: '1' } })).stdout
    expect(unknown).toBe((await inspect([FAILS, PASSES])).stdout)
  })

  test('colours are for terminals, and NO_COLOR and FORCE_COLOR have the last word', async () => {
    const colourful = async (setting: Setting) => (await inspect([PASSES], setting)).stdout.includes('\u001b[')
    expect(await colourful({})).toBe(false)
    expect(await colourful({ columns: 80 })).toBe(true)
    expect(await colourful({ columns: 80, env: { NO_COLOR: '1' } })).toBe(false)
    expect(await colourful({ columns: 80, env: { TERM: 'dumb' } })).toBe(false)
    expect(await colourful({ env: { FORCE_COLOR: '1' } })).toBe(true)
    expect(await colourful({ env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).toBe(false)
  })

  test('progress is shown on a terminal once it takes long, and taken away again', async () => {
    const many = Array.from({ length: 5 }, () => PASSES)
    const { stderr } = await inspect(many, { columns: 80, tickMs: 400 })
    expect(stripVTControlCharacters(stderr)).toMatch(/Inspecting \[=+-*\] \d\/5/)
    expect((await inspect(many, { columns: 80 })).stderr).toBe('')
    expect((await inspect(many, { tickMs: 400 })).stderr).toBe('')
    expect((await inspect(many, { columns: 80, tickMs: 400, env: { CI: 'true' } })).stderr).toBe('')
  })
})

describe('--json', () => {
  test('writes one document on standard output that its schema describes, one run a line, and all else elsewhere', async () => {
    const { stdout, stderr } = await inspect([PASSES, LACKS_ITS_SOURCE, FAILS, '--json'])
    const written = JSON.parse(stdout)
    expect(schemaFaults('inspections', written)).toEqual([])
    expect(written.runs.map(({ path }: { path: string }) => path)).toEqual([PASSES, LACKS_ITS_SOURCE, FAILS])
    expect(written.runs[1].error.code).toBe('missing-artifacts')
    expect(written.gate).toMatchObject({ level: 'pass', status: 'cannot-inspect', exit_code: 2 })
    expect(stdout.split('\n')).toHaveLength(1 + 3 + 1 + 1)
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^error: fixtures\/runs\/root-emptied: cannot be inspected \(missing-artifacts\): /),
      expect.stringMatching(/^✗ .* Exit code 2\.$/),
      '',
    ])
  })

  test('gives the same bytes each time, and no path but those that were typed', async () => {
    const args = [PASSES, FAILS, 'no/such/run', '--json', '--partial']
    const { stdout } = await inspect(args)
    expect((await inspect(args)).stdout).toBe(stdout)
    expect(stdout).not.toContain(process.cwd())
  })

  test.each(['light', 'deep'])('says at %s depth that it was', async (depth) => {
    const { depth: said, runs } = JSON.parse((await inspect([PASSES, '--json', '--depth', depth])).stdout)
    expect([said, runs[0].inspection.depth]).toEqual([depth, depth])
  })

  test('stays small when light', async () => {
    for (const run of [PASSES, FAILS, PARTIAL])
      expect((await inspect([run, '--json', '--depth', 'light'])).stdout.length).toBeLessThan(40_000)
  })
})

describe('--html', () => {
  test('writes a page into a folder that it makes, and says where', async () => {
    const file = join(scratch, 'made', 'page.html')
    const { stdout } = await inspect([FAILS, LACKS_ITS_SOURCE, '--html', file])
    const page = readFileSync(file, 'utf8')
    for (const shown of ['harbour-bulletin', 'incomplete-run', LACKS_ITS_SOURCE]) expect(page).toContain(shown)
    expect(stdout.endsWith(`  Page: ${file}\n`)).toBe(true)
  })

  test('leaves standard output to --json', async () => {
    const { stdout, stderr } = await inspect([PASSES, '--json', '--html', join(scratch, 'page.html')])
    expect(JSON.parse(stdout).runs).toHaveLength(1)
    expect(stderr).toContain('  Page: ')
  })
})

describe('--registry', () => {
  test('remembers, so that the next run of the system has a trend; nothing else changes', async () => {
    const registry = ['--registry', join(scratch, 'made', 'registry.db'), '--json']
    const first = JSON.parse((await tryCommand(['inspect', FAILS, ...registry])).stdout).runs[0]
    const second = JSON.parse((await tryCommand(['inspect', PASSES, ...registry])).stdout).runs[0]
    expect(first.inspection.summary).not.toContain('Trend: ')
    expect(second.inspection.summary).toContain('Trend: ')
    const alone = JSON.parse((await inspect([PASSES, '--json'])).stdout).runs[0]
    expect({ ...second.inspection, summary: '' }).toEqual({ ...alone.inspection, summary: '' })
    expect((await tryCommand(['inspect', PASSES, ...registry.slice(0, 2)])).stdout).toMatch(/^ {2}Trend: against run /m)
  })

  test('lets a light inspection say that there is a deep one', async () => {
    const registry = ['--registry', join(scratch, 'depths.db')]
    await tryCommand(['inspect', PASSES, ...registry])
    const { stdout } = await tryCommand(['inspect', PASSES, '--depth', 'light', ...registry])
    expect(stdout).toMatch(/^ {2}prior deep available$/m)
  })

  test('that had to be set aside is said on standard error, and the runs are inspected with a new one', async () => {
    const file = join(scratch, 'damaged.db')
    writeFileSync(file, 'no database')
    const { code, stdout, stderr } = await tryCommand(['inspect', PASSES, '--json', '--registry', file])
    expect([code, JSON.parse(stdout).runs.length]).toEqual([0, 1])
    expect(stderr.split('\n', 1)).toEqual([
      `warning: The registry could not be read; it was set aside as ${file}.aside-1.`,
    ])
    expect(readFileSync(`${file}.aside-1`, 'utf8')).toBe('no database')
  })

  test('that is none remembers nothing', async () => {
    await inspect([PASSES])
    expect(existsSync('none')).toBe(false)
  })

  test('that cannot be opened is the mistake of who named it', async () => {
    const { code, stderr, stdout } = await tryCommand([
      'inspect',
      PASSES,
      '--registry',
      `${PASSES}/vm.log.md/registry.db`,
    ])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(
      /^error: The registry ".*" can be neither opened nor set aside: EEXIST: .*\. Give another path\.\n$/,
    )
  })
})
