import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

/** One thing that is checked; what it prints is passed on as it comes. */
interface Step {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** True when Vitest runs in it: then its tests are counted, and it fails when there are none. */
  readonly tests?: true
}

const CHECK: readonly Step[] = [
  { name: 'test', command: ['npm', 'test'], tests: true },
  { name: 'lint', command: ['npm', 'run', 'lint'] },
  { name: 'typecheck', command: ['npm', 'run', 'typecheck'] },
  { name: 'knip', command: ['npx', '--no-install', 'knip'] },
  { name: 'mutants', command: ['npm', 'run', 'mutants'] },
  { name: 'build', command: ['npm', 'run', 'build'] },
  { name: 'publint', command: ['npx', '--no-install', 'publint', '--strict'] },
  { name: 'attw', command: ['npx', '--no-install', 'attw', '--pack', '.', '--profile', 'esm-only'] },
  { name: 'package', command: ['npx', '--no-install', 'tsx', 'test/package/try-package.ts'], tests: true },
  {
    name: 'example openai',
    command: ['npx', '--no-install', 'tsx', 'test/package/try-examples.ts', 'openai'],
    tests: true,
  },
]

const FULL: readonly Step[] = [
  ...[
    ['shards and user interface', []],
    ['shards and user interface on Node 22 with Vitest 5', ['--node', '22', '--vitest', '5.1.2']],
  ].map(
    ([name, versions]): Step => ({
      name: name as string,
      command: ['npx', '--no-install', 'tsx', 'test/package/try-vitest.ts', ...(versions as string[])],
      tests: true,
    }),
  ),
  {
    name: 'package on Node 22 with Vitest 5',
    command: ['npx', '--no-install', 'tsx', 'test/package/try-package.ts', '--node', '22', '--vitest', '5.1.2'],
    tests: true,
  },
  {
    name: 'examples on Node 20',
    command: [
      'npx',
      '--no-install',
      'tsx',
      'test/package/try-examples.ts',
      'anthropic',
      'ai-sdk',
      'openai-agents',
      'langgraph',
    ],
    tests: true,
  },
  {
    name: 'examples on Node 22 with Vitest 5, the newest openai, ai 7 and newer agents',
    command: [
      'npx',
      ...['--no-install', 'tsx', 'test/package/try-examples.ts', '--node', '22', '--set', 'vitest@5.1.2'],
      ...['--set', 'openai@7.59.0', '--set', 'ai@7.0.173', '--set', '@openai/agents@0.20.0'],
    ],
    tests: true,
  },
  ...[
    ['wire on Node 20', []],
    ['wire on Node 20 with nock 14', ['--nock', '14.0.17']],
    [
      'wire on Node 22 with Vitest 5, msw 3 and the newest nock and openai',
      ['--node', '22', '--vitest', '5.1.2', '--msw', '3.0.5', '--nock', '15.0.6', '--openai', '7.59.0'],
    ],
  ].map(
    ([name, versions]): Step => ({
      name: name as string,
      command: ['npx', '--no-install', 'tsx', 'test/package/try-wire.ts', ...(versions as string[])],
      tests: true,
    }),
  ),
]

const steps = process.argv.includes('--full') ? [...CHECK, ...FULL] : CHECK
const failed: string[] = []
const count = { passed: 0, failed: 0 }
for (const step of steps) {
  console.log(`\n── ${step.name}: ${step.command.join(' ')}`)
  const { code, output } = await run(step.command)
  const tests = step.tests ? testsIn(output) : { passed: 0, failed: 0 }
  const ranNone = step.tests === true && tests.passed + tests.failed === 0
  const good = code === 0 && tests.failed === 0 && !ranNone
  if (ranNone) console.log(`${step.name}: no test ran.`)
  if (!good) failed.push(step.name)
  count.passed += tests.passed + (!step.tests && good ? 1 : 0)
  // A step can fail without a failing test: a gate, an error outside of tests. It must not look green in the last line.
  count.failed += tests.failed + (!good && tests.failed === 0 ? 1 : 0)
}

console.log(
  failed.length === 0
    ? `\nAll of it holds: ${steps.map(({ name }) => name).join(', ')}.`
    : `\nFailed: ${failed.join(', ')}.`,
)
console.log(`${count.passed} passed, ${count.failed} failed`)
process.exitCode = failed.length === 0 ? 0 : 1

// Helpers

/** Runs a command without standard input, passes its output on and keeps it. */
function run([file, ...args]: readonly [string, ...string[]]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      process.stdout.write(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk))
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }))
  })
}

/** Adds up the lines in which Vitest says how many tests passed and failed. */
function testsIn(output: string): { passed: number; failed: number } {
  const sum = { passed: 0, failed: 0 }
  for (const line of stripVTControlCharacters(output).split('\n')) {
    if (!/^ *Tests {2}/.test(line)) continue
    sum.passed += Number(/(\d+) passed/.exec(line)?.[1] ?? 0)
    sum.failed += Number(/(\d+) failed/.exec(line)?.[1] ?? 0)
  }
  return sum
}
