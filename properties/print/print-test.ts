import type { Imports } from './imports.ts'
import { literal } from './literal.ts'

/** What a test looks at once it has its runs. */
export interface Assertions {
  readonly assertions: readonly string[]
  /** Whether one run is made again and again, and each time the same has to be asked. */
  readonly again: boolean
}

/** Puts a test to paste together: imports, runs as expressions, what is expected of them. */
export function printTest(
  title: string,
  waits: boolean,
  runs: readonly string[],
  { assertions, again }: Assertions,
  imports: Imports,
): string {
  const body = again
    ? AGAIN.replace('RUN', () => runs[0]!.replaceAll('\n', '\n  '))
    : [
        ...runs.map((run, i) => `  const ${NAMES[i] ?? `run${i + 1}`} = ${run}`),
        ...assertions.map((assertion) => `  ${assertion}`),
      ].join('\n')
  return `${imports}\n\ntest(${literal(title)}, ${waits ? 'async ' : ''}() => {\n${body}\n})\n`
}

// Helpers

const NAMES = ['run', 'twin']

const AGAIN = `  const asked = new Set<string>()
  for (let time = 1; time <= 100; time++) {
    const run = RUN
    asked.add(JSON.stringify(run.events.filter(({ kind }) => kind === 'slot-called')))
  }
  expect(asked.size).toBe(1)`
