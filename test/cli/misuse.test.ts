import { expect, test } from 'vitest'
import { tryCommand } from './try-command.ts'

test.each([
  ['an unknown command', ['inspekt'], "error: unknown command 'inspekt'\n(Did you mean inspect?)\n"],
  ['an unknown option', ['inspect', 'x', '--jsn'], "error: unknown option '--jsn'\n(Did you mean --json?)\n"],
  ['no run directory', ['inspect'], "error: missing required argument 'run-dir'\n"],
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
  expect(stderr).toContain('inspect [options] <run-dir...>')
})

test.each([['--help'], ['help'], ['inspect', '--help'], ['help', 'inspect'], ['--version']])(
  '%s %s is no misuse',
  async (...args) => {
    const { code, stdout, stderr } = await tryCommand(args)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.length).toBeGreaterThan(4)
  },
)

test('what was typed cannot act on the terminal', async () => {
  const { stderr } = await tryCommand(['\u001b[2Jinspect', 'x'])
  expect(stderr).not.toContain('\u001b')
  const { stderr: refusal } = await tryCommand(['inspect', '--registry', 'none', 'no\u001b[2J\nrun'])
  expect(refusal).not.toContain('\u001b')
  expect(refusal.split('\n')).toHaveLength(2)
})
