import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assemble, type Parts, writeDocument } from '../src/report/assemble.ts'
import type { TribunalRecord } from '../src/report/records.ts'
import { inspectionRecord } from './reporter/records.ts'
import { emptyFolder, runProject } from './reporter/run-project.ts'

const ROOT = join(import.meta.dirname, '..')
const HEAD = '"format": "tribunal-policy", "version": 1'

/** Section → rows of its table, as the page has them. */
const sections = Object.fromEntries(
  readFileSync(join(ROOT, 'docs/exit-codes.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => [
      section.split('\n', 1)[0]!.replaceAll('`', ''),
      [...section.matchAll(/^\| (?!what happens|---)(.+) \| (\d) \|$/gm)].map(([, what = '', code]) => [
        what.replaceAll('`', ''),
        Number(code),
      ]),
    ]),
) as { [section: string]: [what: string, code: number][] }

const good = inspectionRecord({ system: 'a', run_id: 'r' })
const bad = inspectionRecord({ system: 'a', run_id: 'r', verdict: 'fail', runtime_fidelity: 30 })
const failed = { project: '', file: 'a.test.ts', test: 't', state: 'failed', flaky: false } as const
const whole = { include: null, narrowed: 'no' } as const
const narrowed = { include: null, narrowed: 'tests' } as const
const torn = { ...whole, missing: { files: 1, of: 2, shards: [2] } }

/** What each row of the page stands for: a real process. */
const CASES: { readonly [section: string]: { readonly [what: string]: () => Promise<number | null> } } = {
  'vitest run, with the plugin': {
    'every verdict is at the gate': () => vitest(['passing']),
    'a verdict is under the gate': () => vitest(['partial']),
    'the gate is partial, and so is the verdict': () => vitest(['partial'], { GATE: 'partial' }),
    'a bad verdict is what the test expects': () => vitest(['expected']),
    'a test fails by itself': () => vitest(['failing']),
    'a record cannot be read': () => vitest(['garbled']),
    'the report cannot be written': () => vitest(['passing'], { REPORT: import.meta.filename }),
    'a record is put into task.meta by hand, and nothing is checked': async () => (await runProject('forged')).exitCode,
    'a record cannot be read, and a verdict is under the gate': () => vitest(['garbled', 'partial']),
    'a file of include runs in full and records nothing': () => vitest(['idle']),
    'a file records nothing, and a verdict is under the gate': () => vitest(['idle', 'partial']),
    'include matches no file at all': async () => (await runProject('elsewhere')).exitCode,
    'only some tests are run (-t), and they record nothing': () => vitest(['idle', '-t', 'looks']),
  },
  'tribunal inspect <run…>': {
    'every run passes': () => inspect('perfect'),
    'a run fails': () => inspect('cut-off'),
    'a run cannot be inspected': () => inspect('root-emptied'),
    'a run cannot be inspected, and another fails': () => inspect('cut-off', 'root-emptied'),
    'a path, pattern or id leads to no run': async () => {
      const codes = await Promise.all([
        inspect('no-such'),
        inspect('no-such-*'),
        tribunal(['inspect', 'no-such', '--root', join(ROOT, 'fixtures/runs'), '--registry', 'none']),
      ])
      return codes.every((code) => code === 2) ? 2 : null
    },
    'no run is of the system that is asked for': () => inspect('', '--system', 'nobody'),
    'every run is of before --since': () => inspect('perfect', '--since', '2030-01-01'),
    'a run passes, and the time of another is unknown': () => inspect('perfect', 'reactor', '--since', '2026-01-01'),
    'a run fails, and the time of another is unknown': () => inspect('cut-off', 'reactor', '--since', '2026-01-01'),
    'an option does not exist': () => tribunal(['inspect', '--what']),
  },
  'tribunal history, tribunal diff, tribunal explain': {
    'two runs differ': () => tribunal(['diff', ...RUNS('perfect', 'cut-off'), '--registry', 'none']),
    'a run that fails is explained': () => tribunal(['explain', ...RUNS('cut-off'), '--registry', 'none']),
    'a flag, part, system or run is unknown': async () => {
      const codes = await Promise.all([
        tribunal(['explain', 'stale-bindin', '--registry', 'none']),
        tribunal(['explain', ...RUNS('perfect'), '--part', 'goal']),
        tribunal(['history', 'nobody', '--registry', 'none']),
        tribunal(['diff', ...RUNS('perfect', 'perfct'), '--registry', 'none']),
      ])
      return codes.every((code) => code === 2) ? 2 : null
    },
    'one of two runs cannot be inspected': () =>
      tribunal(['diff', ...RUNS('perfect', 'root-emptied'), '--registry', 'none']),
    'nothing is on record yet': () => tribunal(['history', '--registry', 'none']),
    'the registry that is named does not exist': () => tribunal(['history', '--registry', 'no/such.db']),
  },
  'tribunal gate tribunal.json': {
    'nothing is refused': () => gate([good]),
    'a verdict is under the gate of the policy': () => gate([bad], '"gate": "partial"'),
    'a floor of the policy is missed': () =>
      gate([good], '"hard": {"floors": [{"system": "a", "runtimeFidelity": 99}]}'),
    'only an advisory floor is missed': () =>
      gate([good], '"advisory": {"floors": [{"system": "a", "runtimeFidelity": 99}]}'),
    'a score lies too far below the baseline': async () => {
      const folder = await folderWith([good])
      await tribunal(['baseline', 'accept', join(folder, 'tribunal.json'), '--out', join(folder, 'b.json')])
      const worse = await folderWith([inspectionRecord({ system: 'a', run_id: 'r', runtime_fidelity: 90 })])
      return tribunal(['gate', join(worse, 'tribunal.json'), '--baseline', join(folder, 'b.json')])
    },
    'the baseline does not exist': () => gate([good], '"baseline": {"file": "no-such.json"}'),
    'the policy is none': () => gate([good], '"hrd": {}'),
    'a test failed, whatever it recorded': () => gate([good], '', { tests: [failed] }),
    'the document is none': () => tribunal(['gate', join(ROOT, 'package.json')]),
    'the document was edited: it contradicts itself': () =>
      gate([{ ...bad, inspection: { ...bad.inspection, verdict: 'pass' } }]),
    'nothing was checked': () => gate([]),
    'the run was narrowed, and the policy does not allow that': () => gate([good], '', { scope: narrowed }),
    'the run was narrowed, and the policy allows that': () =>
      gate([good], '"allowNarrowed": true', { scope: narrowed }),
    'files of a shard are missing from the merge': () => gate([good], '', { scope: torn }),
    'a floor has nothing standing on it': () =>
      gate([good], '"hard": {"floors": [{"system": "b", "verdict": "pass"}]}'),
  },
  'tribunal report, tribunal baseline accept, tribunal init': {
    'everything is written': async () => {
      const folder = await folderWith([bad])
      return tribunal(['report', join(folder, 'tribunal.json'), '--junit', join(folder, 'j.xml')])
    },
    'there is nothing to write': async () => tribunal(['report', join(await folderWith([bad]), 'tribunal.json')]),
    'a narrowed run is to be the baseline': async () => {
      const folder = await folderWith([good], { scope: narrowed })
      return tribunal(['baseline', 'accept', join(folder, 'tribunal.json'), '--out', join(folder, 'b.json')])
    },
    'a run in which a test failed before it recorded anything is to be the baseline': async () => {
      const folder = await folderWith([good], { tests: [failed] })
      return tribunal(['baseline', 'accept', join(folder, 'tribunal.json'), '--out', join(folder, 'b.json')])
    },
    'a policy is there already': async () => {
      const folder = await folderWith([good])
      return tribunal(['init', '--out', join(folder, 'tribunal.json')])
    },
  },
}

test('the page and the tests speak of the same', () => {
  const rows = Object.entries(sections).map(([section, rows]) => [section, rows.map(([what]) => what)])
  expect(rows).toEqual(Object.entries(CASES).map(([section, cases]) => [section, Object.keys(cases)]))
})

describe.each(Object.entries(sections))('%s', { concurrent: true, timeout: 120_000 }, (section, rows) => {
  test.each(rows)('%s: %i', async (what, code) => {
    expect(await CASES[section]![what]!()).toBe(code)
  })
})

// Helpers

const vitest = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  (await runProject('basic', args, env)).exitCode

const RUNS = (...names: readonly string[]) => names.map((name) => join(ROOT, 'fixtures/runs', name))

/** Names of sample runs, then options. */
function inspect(...args: readonly string[]): Promise<number | null> {
  const options = args.findIndex((arg) => arg.startsWith('--'))
  const runs = options < 0 ? args : args.slice(0, options)
  return tribunal(['inspect', ...RUNS(...runs), ...args.slice(runs.length), '--registry', 'none'])
}

async function gate(
  records: readonly TribunalRecord[],
  rules = '',
  parts: Partial<Parts> = {},
): Promise<number | null> {
  const folder = await folderWith(records, parts)
  const policy = join(folder, 'policy.jsonc')
  await writeFile(policy, `{${HEAD}${rules === '' ? '' : `, ${rules}`}}`)
  return tribunal(['gate', join(folder, 'tribunal.json'), '--policy', policy])
}

async function folderWith(records: readonly TribunalRecord[], parts: Partial<Parts> = {}): Promise<string> {
  const folder = await emptyFolder()
  await mkdir(folder, { recursive: true })
  const document = assemble({ seed: 1, scope: whole, level: 'pass', records, ...parts })
  await writeFile(join(folder, 'tribunal.json'), writeDocument(document))
  return folder
}

/** The real command in a process of its own. */
const tribunal = (args: readonly string[]): Promise<number | null> =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--conditions=vitest-tribunal-source', 'src/cli/main.ts', ...args],
      {
        cwd: ROOT,
        stdio: 'ignore',
        env: { PATH: process.env.PATH },
      },
    )
    child.on('close', resolve)
  })
