import areas from './test/mutation/areas.json' with { type: 'json' }

// One area at a time, so that each mutant meets the tests of its own area and no others.
const area = process.env.TRIBUNAL_MUTATED ?? 'decisions'

export default {
  testRunner: 'all-at-once',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  plugins: ['@stryker-mutator/vitest-runner', './test/mutation/wording.js', './test/mutation/stryker-runner.js'],
  dryRunTimeoutMinutes: 30,
  ignorers: ['wording'],
  mutate: [...areas[area].mutate, '!src/**/*.test.ts', '!src/**/*.table.ts'],
  ignorePatterns: ['/dist', '/.bench', '/.tribunal', '/tribunal-report', '/coverage', '/examples'],
  // Not there: Stryker would rewrite ours, which TypeScript 7 does not need.
  tsconfigFile: 'there-is-none.json',
  concurrency: Number(process.env.TRIBUNAL_MUTATION_WORKERS ?? 2),
  // Endless loops are noticed by their turns; a busy machine must not pass for one.
  timeoutMS: 60_000,
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: `.tribunal/mutation/${area}.json` },
  incremental: true,
  incrementalFile: `.tribunal/mutation/${area}.incremental.json`,
  tempDirName: `.tribunal/mutation/sandbox-${area}`,
  allowConsoleColors: false,
}
