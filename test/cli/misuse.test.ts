import { expect, test } from 'vitest'
import { tryCommand } from './try-command.ts'

test.each([
  ['an unknown command', ['inspekt'], "error: unknown command 'inspekt'\n(Did you mean inspect?)\n"],
  ['an unknown option', ['inspect', 'x', '--jsn'], "error: unknown option '--jsn'\n(Did you mean --json?)\n"],
  [
    'nothing to inspect',
    ['inspect'],
    'error: Nothing to inspect. Name a run directory, or the folder of runs with --root.\n',
  ],
  [
    'a root that is none',
    ['inspect', '--root', 'no/such', 'x'],
    'error: --root no/such is no folder. Give the folder that holds the runs.\n',
  ],
  [
    'two forms at once',
    ['inspect', 'x', '--json', '--jsonl'],
    "error: option '--json' cannot be used with option '--jsonl'\n",
  ],
  ...['0', '33', '1.5', 'all', ''].map((count): [string, string[], string] => [
    `a concurrency of "${count}"`,
    ['inspect', 'x', '--concurrency', count],
    `error: option '--concurrency <count>' argument '${count}' is invalid. Give a whole number from 1 to 32.\n`,
  ]),
  ...['yesterday', '2026-05-12T08:00', '2026-02-31', '2026-13-01', '20260512', '2026-05-12T08:00:00+25:00'].map(
    (when): [string, string[], string] => [
      `"${when}" for a time`,
      ['inspect', 'x', '--since', when],
      `error: option '--since <when>' argument '${when}' is invalid. Give a date (2026-05-12) or a time with a zone (2026-05-12T08:00:00Z).\n`,
    ],
  ),
  [
    'a flag that is none',
    ['explain', 'stale-bindings', '--registry', 'none'],
    'error: There is neither a flag nor a run "stale-bindings". Did you mean stale-binding?\n',
  ],
  [
    'a part that is none',
    ['explain', 'fixtures/runs/perfect', '--part', 'exection_order'],
    'error: No score has a part "exection_order". Did you mean execution_order?\n',
  ],
  [
    'a part of a flag',
    ['explain', 'stale-binding', '--part', 'binding_integrity', '--registry', 'none'],
    'error: "stale-binding" is a flag, and only runs have parts. Leave --part out, or name a run\'s directory.\n',
  ],
  [
    'a path that leads nowhere',
    ['explain', 'fixtures/runs/perfct/', '--registry', 'none'],
    'error: There is no such directory: fixtures/runs/perfct/. Did you mean perfect?\n',
  ],
  [
    'a part of no run',
    ['explain', '--part', 'goal_alignment'],
    'error: Of which run? Give its directory before --part goal_alignment.\n',
  ],
  [
    'a system that is none',
    ['inspect', 'fixtures/runs', '--system', 'harbor-bulletin'],
    'error: None of the runs is of the system "harbor-bulletin". Did you mean harbour-bulletin?\n',
  ],
  [
    'a run that is none',
    ['diff', 'fixtures/runs/perfect', 'perfct', '--root', 'fixtures/runs', '--registry', 'none'],
    'error: There is no run "perfct", neither as a directory nor on record at depth deep. Did you mean perfect?\n',
  ],
  [
    'a registry that is none',
    ['history', '--registry', 'no/such.db'],
    'error: There is no registry no/such.db. Inspect runs with it first, or give another path.\n',
  ],
  ['an option without its value', ['inspect', 'x', '--html'], "error: option '--html <file>' argument missing\n"],
  [
    'a depth that is none',
    ['inspect', 'x', '--depth', 'medium'],
    "error: option '--depth <depth>' argument 'medium' is invalid. Allowed choices are light, deep.\n",
  ],
  [
    'a gate that is none',
    ['inspect', 'x', '--gate', 'fail'],
    "error: option '--gate <verdict>' argument 'fail' is invalid. Allowed choices are pass, partial.\n",
  ],
])('%s is misuse: exit 2, one message on standard error, nothing on standard output', async (_, args, stderr) => {
  expect(await tryCommand(args)).toEqual({ code: 2, stdout: '', stderr })
})

test('no command at all is misuse, and shows what there is', async () => {
  const { code, stdout, stderr } = await tryCommand([])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('inspect [options] [run...]')
})

const COMMANDS = ['inspect', 'history', 'diff', 'explain']

test.each([['--help'], ['help'], ...COMMANDS.map((name) => [name, '--help']), ['help', 'inspect'], ['--version']])(
  '%s %s is no misuse',
  async (...args) => {
    const { code, stdout, stderr } = await tryCommand(args)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.length).toBeGreaterThan(4)
  },
)

test.each([[80], [60]])('help fits a terminal of %i columns', async (columns) => {
  for (const name of COMMANDS) {
    const { stdout } = await tryCommand([name, '--help'], { columns })
    const lines = stdout.split('\n')
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(lines.slice(0, lines.indexOf('Examples:')).filter((line) => line.length > columns)).toEqual([])
  }
})

test('what was typed cannot act on the terminal', async () => {
  const { stderr } = await tryCommand(['\u001b[2Jinspect', 'x'])
  expect(stderr).not.toContain('\u001b')
  const { stderr: refusal } = await tryCommand(['inspect', '--registry', 'none', 'no\u001b[2J\nrun'])
  expect(refusal).not.toContain('\u001b')
  expect(refusal.split('\n')).toHaveLength(2)
})
