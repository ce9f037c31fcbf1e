import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type CompositeLaw,
  checkArbitration,
  checkComposite,
  checkInspector,
  checkProgram,
  checkReader,
  type Inspector,
  type LawReport,
  type ProgramLaw,
} from '../../properties/index.ts'
import { tampered } from '../../properties/mutants/tamper.ts'
import { oversight } from '../../src/composites/oversight.ts'
import type { ModelProvider } from '../../src/providers/model.ts'
import {
  chatter,
  countingCritic,
  cutting,
  draft,
  easyReader,
  endingInspector,
  endlessCritic,
  forgettingCritic,
  leakingCritic,
  lenientInspector,
  localInspector,
  numberedPanel,
  orderedInspector,
  shortCritic,
  stubborn,
  stubbornFirewall,
  sureReader,
  thinkingAloud,
  tiredPanel,
  undecided,
  waiting,
  willful,
} from './subjects.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const folder = join(root, '.tribunal/pasted')
const module = '../../test/laws/subjects.ts'
const options = { examples: false, seed: 1 } as const

/** Name → report of a check whose law is broken. */
const broken: { readonly [name: string]: () => Promise<LawReport> } = {
  presence: () =>
    checkComposite(blind, { ...options, laws: ['presence'], from: { module: './blind.ts', name: 'blind' } }),
  taint: () => composite(leakingCritic, 'leakingCritic', 'taint'),
  noninterference: () => composite(thinkingAloud, 'thinkingAloud', 'noninterference'),
  determinacy: () => composite(countingCritic, 'countingCritic', 'determinacy'),
  bounds: () => composite(endlessCritic, 'endlessCritic', 'bounds'),
  results: () => composite(forgettingCritic, 'forgettingCritic', 'results'),
  nested: () =>
    checkComposite(oversight, {
      ...options,
      laws: ['taint'],
      components: { actor: { composite: leakingCritic, config: { max_rounds: 2 } } },
      bindings: { 'worker-critic': { module, name: 'leakingCritic' } },
    }),
  program: () =>
    checkProgram(chatter, {
      ...options,
      laws: ['taint'],
      slots: ['writer', 'editor'],
      inputs: ['question'],
      must: { writer: ['question'], editor: ['writer.text'] },
      from: { module, name: 'chatter' },
    }),
  routed: () =>
    checkProgram(stubborn, {
      ...options,
      ...stubbornFirewall,
      laws: ['determinacy'],
      from: { module, name: 'stubborn', options: 'stubbornFirewall' },
    }),
  model: () => composite(shortCritic, 'shortCritic', 'model'),
  concurrency: () => composite(numberedPanel, 'numberedPanel', 'concurrency'),
  tired: () => composite(tiredPanel, 'tiredPanel', 'concurrency'),
  unsteady: () => program(undecided, 'undecided', 'determinacy'),
  endless: () => program(waiting, 'waiting', 'bounds', { patienceMs: 100 }),
  long: () => program(cutting, 'cutting', 'presence'),
  reader: () => checkReader(sureReader, { ...reader('sureReader'), name: 'sureReader' }),
  denied: () => checkReader(easyReader, { ...reader('easyReader'), name: 'easyReader' }),
  ordered: () => inspector(orderedInspector, 'orderedInspector'),
  ending: () => inspector(endingInspector, 'endingInspector'),
  zoned: () => inspector(localInspector, 'localInspector'),
  lenient: () => inspector(lenientInspector, 'lenientInspector', 'monotonic-evidence'),
  arbiter: () =>
    checkArbitration({
      ...options,
      arbiter: willful,
      laws: ['arbitration-stays-within'],
      from: { module, name: 'willful' },
    }),
}

/** What a test fails on that does not expect an empty list. */
const shows: { readonly [name: string]: RegExp } = {
  model: /expected \[ 'worker', 'critic'.* to deeply equal \[ 'worker', 'critic'/,
  concurrency: /expected \[ \{.* to deeply equal \[ \{/,
  tired: /expected \[ \{.* to deeply equal \[ \{/,
  unsteady: /expected 2 to be 1/,
  reader: /expected true to be false/,
  denied: /to include 'accept'/,
  ordered: /to be '\{/,
  ending: /to be '\{/,
  zoned: /to be '\{/,
  lenient: /to be less than or equal to/,
  arbiter: /promise rejected .* instead of resolving/,
}

const blind = tampered(oversight, {
  brief: { arbiter: (brief, { input }) => brief.replace(input.task_brief!, () => '') },
})

describe('the test that a failure prints', () => {
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'blind.ts'), BLIND)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
    for (const [name, check] of Object.entries(broken)) {
      const law = (await check()).laws.find(({ status }) => status === 'broken')
      writeFileSync(join(folder, `${name}.test.ts`), law?.counterexample ?? 'throw new Error("nothing is broken")')
    }
  }, 120_000)

  test('compiles', { timeout: 60_000 }, async () => {
    expect(await run('node_modules/typescript/bin/tsc', ['-p', folder, '--pretty', 'false'])).toBe('')
  })

  test('fails by itself, on what the law found', { timeout: 120_000 }, async () => {
    const output = await run('node_modules/vitest/vitest.mjs', [
      'run',
      '--config',
      'test/laws/vitest.config.ts',
      '--reporter',
      'json',
    ])
    const { testResults } = JSON.parse(output.slice(output.indexOf('{"'))) as { testResults: FileResult[] }
    const results = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ status, failureMessages: [message = ''] }) => [
        file(name),
        status,
        (shows[file(name)] ?? /expected \[ .* to deeply equal \[\]/).test(message) ? 'as it was found' : message,
      ]),
    )
    expect(results.sort()).toEqual(
      Object.keys(broken)
        .sort()
        .map((name) => [name, 'failed', 'as it was found']),
    )
  })
})

// Helpers

const file = (path: string) => path.slice(path.lastIndexOf('/') + 1, -'.test.ts'.length)

const program = <Input>(
  subject: (input: Input, model: ModelProvider) => unknown,
  name: string,
  law: ProgramLaw,
  more = {},
) => checkProgram(subject, { ...options, ...draft, ...more, laws: [law], from: { module, name } })

const reader = (name: string) => ({
  ...options,
  from: module,
  name,
  field: 'verdict',
  values: ['accept', 'reject'],
  affirmative: 'accept',
})

const inspector = (inspect: Inspector, name: string, law = 'same-bytes') =>
  checkInspector({ ...options, laws: [law], inspect, name, from: { module, name } })

const composite = (subject: Parameters<typeof checkComposite>[0], name: string, law: CompositeLaw) =>
  checkComposite(subject, { ...options, laws: [law], from: { module, name } })

interface FileResult {
  readonly name: string
  readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[]
}

/** The module that a user would have: the faulty composite beside the test. */
const BLIND = `import { oversight } from 'vitest-tribunal'
import { tampered } from '../../properties/mutants/tamper.ts'

export const blind = tampered(oversight, { brief: { arbiter: (brief, { input }) => brief.replace(input.task_brief!, () => '') } })
`

const TSCONFIG = {
  extends: '../../tsconfig.json',
  compilerOptions: { rootDir: '../..' },
  include: ['*.ts'],
  exclude: [],
}

/** Runs a script with this Node; all that it prints. */
async function run(script: string, args: readonly string[]): Promise<string> {
  const { VITEST: _, ...env } = process.env
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(root, script), ...args], {
      cwd: root,
      env,
      maxBuffer: 2 ** 26,
    })
    return stdout + stderr
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return stdout + stderr
  }
}
