import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runsFolder } from './runs-folder.ts'
import { schemaFaults } from './schema-faults.ts'
import { tryCommand } from './try-command.ts'

const runs = runsFolder()
afterAll(() => runs.remove())

const END = /^---end .*$/m
const untimed = (log: string) => log.replace(END, '---end')
const named = (id: string) => (log: string) => untimed(log).replace(/^# run:\S+/m, `# run:${id}`)

beforeAll(() => {
  runs.run('20260101-000000-aaaaaa', 'perfect', (log) => log.replace(END, '---end 2026-01-01T00:10:00Z'))
  runs.run('20260301-000000-bbbbbb', 'cut-off', named('20260301-000000-bbbbbb'))
  runs.run('20260302-000000-cccccc', 'critic-accepts', named('20260302-000000-cccccc'))
  runs.run('timeless', 'perfect', named('some-id'))
  runs.folder('notes')
  symlinkSync(join(runs.path, 'timeless'), join(runs.path, 'latest'))
})

const inspect = (...args: string[]) => tryCommand(['inspect', '--registry', 'none', ...args])
const json = async (...args: string[]) => {
  const tried = await inspect('--json', ...args)
  const document = JSON.parse(tried.stdout)
  expect(schemaFaults('inspections', document)).toEqual([])
  const names = (paths: { path: string }[]) => paths.map(({ path }) => path.replace(`${runs.path}/`, ''))
  return { ...tried, document, paths: names(document.runs), leftOut: names(document.left_out) }
}

const ALL = ['20260101-000000-aaaaaa', '20260301-000000-bbbbbb', '20260302-000000-cccccc', 'timeless']

describe('what to inspect', () => {
  test('is all runs of a folder that holds some, by code unit; other folders are named, links are not followed', async () => {
    const { paths, leftOut, stderr } = await json(runs.path)
    expect([paths, leftOut]).toEqual([ALL, ['notes']])
    expect(stderr).toContain(`left out, as 1 folder is no run: ${runs.path}/notes\n`)
  })

  test('is the same with a slash at its end, and for --root alone', async () => {
    expect((await json(`${runs.path}/`)).paths).toEqual(ALL)
    expect((await json('--root', runs.path)).paths).toEqual(ALL)
  })

  test('is what a pattern matches', async () => {
    expect((await json(`${runs.path}/20260[13]*`)).paths).toEqual(ALL.slice(0, 3))
    expect((await json(`${runs.path}/{timeless,2026010*}`)).paths).toEqual([ALL[0], ALL[3]])
    expect((await json('fixtures/runs/critic-[a-m]*')).paths).toEqual([
      'fixtures/runs/critic-accepts',
      'fixtures/runs/critic-mumbles',
    ])
  })

  test('is a run once, where a folder or a pattern names it again, and never what lies inside a run', async () => {
    const { paths, leftOut } = await json(join(runs.path, 'timeless'), runs.path, `${runs.path}/**`)
    expect([paths, leftOut.filter((path) => path.includes('/'))]).toEqual([
      ['timeless', ...ALL.slice(0, 3)],
      [runs.path],
    ])
  })

  test('is an id below the root', async () => {
    const { paths, code } = await json('--root', runs.path, ALL[3]!, ALL[0]!)
    expect([paths, code]).toEqual([[ALL[3], ALL[0]], 0])
  })

  test.each([
    [
      'an id that is not there',
      ['--root', runs.path, 'timles'],
      `There is no run "timles" in ${runs.path}. Did you mean timeless?`,
    ],
    ['a path that is not there', [join(runs.path, 'timles')], 'There is no such directory. Did you mean timeless?'],
    ['a pattern that matches nothing', [`${runs.path}/2027*`], 'The pattern matches no folder.'],
    ['a pattern that matches no run', [`${runs.path}/n*`], 'None of the folders it matches is a run.'],
    ['a file', ['package.json'], 'It is no directory.'],
    ['a folder without runs', [join(runs.path, 'notes')], 'It is no run directory, nor does it hold any.'],
    ['a folder above one with runs', ['fixtures'], 'Did you mean fixtures/runs?'],
    [
      'an id that climbs out of the root',
      ['--root', join(runs.path, 'notes'), '../timeles'],
      'There is no such directory.',
    ],
  ])('may be wrong: %s is an error with exit code 2', async (_, args, words) => {
    const { code, document, stderr } = await json(...args)
    expect([code, document.runs.at(-1).error.message]).toEqual([2, expect.stringContaining(words)])
    expect(stderr).toContain(words)
  })

  test('that goes wrong keeps nothing else from being inspected', async () => {
    const { code, paths } = await json(`${runs.path}/2027*`, join(runs.path, 'timeless'))
    expect([code, paths]).toEqual([2, ['2027*', 'timeless']])
  })

  test('includes a folder that only its name shows to be a run', async () => {
    const lost = runsFolder()
    lost.run('20260101-000000-aaaaaa')
    mkdirSync(join(lost.path, '20260102-000000-bbbbbb'))
    const { code, document } = await json(lost.path)
    expect([code, document.runs[1].error.code]).toEqual([2, 'unsupported-layout'])
    lost.remove()
  })
})

test('a run that states no id goes by the name of its directory', async () => {
  const folder = runsFolder()
  const run = folder.run('nightly', 'perfect', (log) => log.replace(/^# run:.*$/m, ''))
  const { document } = await json(run)
  expect(document.runs[0].inspection.run_id).toBe('nightly')
  folder.remove()
})

describe('--system', () => {
  test('keeps the runs of one, and says how many are left out', async () => {
    const { paths, stderr } = await json(runs.path, '--system', 'worker-critic')
    expect(paths).toEqual(['20260302-000000-cccccc'])
    expect(stderr).toContain('left out 3 runs of other systems: ')
  })

  test('keeps what cannot be read, so that it is reported', async () => {
    const { paths, code } = await json(
      'fixtures/runs/root-emptied',
      'no/such/run',
      runs.path,
      '--system',
      'worker-critic',
    )
    expect([paths, code]).toEqual([['no/such/run', '20260302-000000-cccccc'], 2])
  })
})

describe('--since', () => {
  test('goes by the end that a run states', async () => {
    const at = async (since: string) => (await json(join(runs.path, ALL[0]!), '--since', since)).paths.length
    expect([
      await at('2026-01-01T00:10:00Z'),
      await at('2026-01-01T00:10:01Z'),
      await at('2026-01-01T01:10:00+01:00'),
    ]).toEqual([1, 0, 1])
  })

  test('goes by the id where nothing is stated, as long as no zone makes a difference', async () => {
    const { paths, leftOut, code } = await json(runs.path, '--since', '2026-02-27')
    expect([paths, leftOut, code]).toEqual([
      ['20260301-000000-bbbbbb', '20260302-000000-cccccc'],
      ['notes', ALL[0], 'timeless'],
      1,
    ])
    expect((await json(join(runs.path, ALL[1]!), '--since', '2026-03-03')).document.left_out).toEqual([
      { path: join(runs.path, ALL[1]!), reason: 'earlier' },
    ])
  })

  test('leaves out a run whose time is unknown, says so, and is not green', async () => {
    for (const run of [ALL[1]!, 'timeless']) {
      const { code, document, stderr } = await json(
        join(runs.path, run),
        join(runs.path, ALL[2]!),
        '--since',
        '2026-03-01',
      )
      expect([code, document.runs.length, document.left_out[0].reason]).toEqual([3, 1, 'time-unknown'])
      expect(stderr).toContain('warning: left out 1 run, as nothing says on which side of --since it lies: ')
      expect(document.gate.message).toContain('1 unverified')
    }
  })

  test('that leaves nothing has checked nothing: exit code 3', async () => {
    const { code, document } = await json(join(runs.path, ALL[0]!), '--since', '2030-01-01')
    expect([code, document.gate.status]).toEqual([3, 'unverified'])
  })
})

describe('--jsonl', () => {
  test('writes a line for each run in the order of the runs, each as one of the document’s runs, and all else elsewhere', async () => {
    const { document } = await json(runs.path, 'no/such')
    const { stdout, stderr, code } = await inspect('--jsonl', runs.path, 'no/such')
    const lines = stdout.split('\n')
    expect(lines.pop()).toBe('')
    expect(lines.map((line) => JSON.parse(line))).toEqual(document.runs)
    for (const line of lines)
      expect(schemaFaults('inspections', JSON.parse(line), '#/properties/runs/items')).toEqual([])
    expect([code, stderr.includes('Exit code 2.')]).toEqual([2, true])
  })
})

describe('--out', () => {
  test('writes a file for each run besides, named by its id', async () => {
    const folder = join(runs.path, 'notes', 'out')
    const { stdout } = await inspect(
      ...ALL.slice(1).map((name) => join(runs.path, name)),
      'no/such-run',
      '--out',
      folder,
    )
    expect(stdout).toContain(`  Files: 4 in ${folder}\n`)
    const files = readdirSync(folder)
    expect(files).toEqual([
      '20260301-000000-bbbbbb.inspection.json',
      '20260302-000000-cccccc.inspection.json',
      'some-id.inspection.json',
      'such-run.inspection.json',
    ])
    for (const file of files)
      expect(
        schemaFaults('inspections', JSON.parse(readFileSync(join(folder, file), 'utf8')), '#/properties/runs/items'),
      ).toEqual([])
  })

  test('that can be no folder is misuse, before anything is inspected', async () => {
    const { code, stdout, stderr } = await inspect(runs.path, '--json', '--out', 'package.json/x')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/error: package\.json\/x cannot be a folder: .*Give --out another path\.\n$/)
  })
})
