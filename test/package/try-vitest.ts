import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { launch, missingBrowser } from '../reporter/browser.ts'
import { run } from './run.ts'

// Packs the package, installs the tarball beside a given Vitest and its user interface, and looks at what may differ from one Vitest to
// the next: a merge of shards, and one without its part; in a real browser, what each test says beside itself, and the report on the
// same port.

const root = fileURLToPath(new URL('../..', import.meta.url))
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { values } = parseArgs({
  options: {
    node: { type: 'string', default: '' },
    vitest: { type: 'string', default: devDependencies.vitest },
  },
})
const underNode = values.node === '' ? [] : ['npx', '-y', '-p', `node@${values.node}`, '--']

const SCENARIO = `import { expect } from 'vitest'
import { proposerAdversary } from 'vitest-tribunal'
import { test } from 'vitest-tribunal/fixtures'

test('both sides come back', async ({ trial, model, inspect }) => {
  const run = await trial(proposerAdversary, {
    input: { task_brief: 'Name a prime.' },
    model: model({ proposer: ['9'], adversary: ['It is 3 times 3.'] }),
  })
  expect(run).toHaveCalled(['proposer', 'adversary'])
  inspect(run)
})
`

const folder = mkdtempSync(join(tmpdir(), 'tribunal-ui-'))
let shown: ChildProcess | undefined
try {
  run(root, ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder])
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  writeFileSync(join(folder, 'vitest.config.ts'), readFileSync(join(root, 'test/package/consumer/vitest.config.ts')))
  mkdirSync(join(folder, 'scenarios'))
  for (const name of ['ui', 'other']) writeFileSync(join(folder, `scenarios/${name}.test.ts`), SCENARIO)
  const tools = [`vitest@${values.vitest}`, `@vitest/ui@${values.vitest}`]
  run(folder, [...underNode, 'node', '--version'])
  run(folder, [...underNode, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '-D', ...tools, tarball])
  run(folder, [...underNode, 'node_modules/.bin/vitest', 'run'])
  merge()
  await look()
} finally {
  // The whole group: the command under another Node starts one of its own.
  if (shown?.pid !== undefined) process.kill(-shown.pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}

// Helpers

function merge(): void {
  const written = (): string => readFileSync(join(folder, 'tribunal-report/tribunal.json'), 'utf8')
  const whole = written()
  for (const n of [1, 2])
    hold(
      vitest(`--shard=${n}/2`, '--reporter=blob', `--outputFile=blobs/${n}.json`).status === 0,
      `shard ${n} is green`,
    )
  hold(vitest('--merge-reports=blobs').status === 0 && written() === whole, 'shards merge into the same bytes')
  rmSync(join(folder, 'blobs/1.json'))
  const { status, stderr } = vitest('--merge-reports=blobs')
  const said = stderr.includes('1 of 2 test files are missing from the merge. Nothing came of shard 1.')
  hold(status === 3 && said, 'a merge without one of them is unverified')
}

function vitest(...args: readonly string[]): { status: number | null; stderr: string } {
  const [file = '', ...rest] = [...underNode, 'node_modules/.bin/vitest', 'run', ...args]
  return spawnSync(file, rest, { cwd: folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } })
}

async function look(): Promise<void> {
  const said = show()
  const interfaceAt = await said(/http:\S+__vitest__\S*/)
  const report = new URL(await said(/http:\S+__tribunal__\S+/))
  const page = await fetch(report)
  hold(page.status === 200 && (await page.text()).includes('The gate is satisfied'), 'the report is on the same port')
  report.searchParams.delete('token')
  hold((await fetch(report)).status === 403, 'without its token it gives nothing away')
  const missing = missingBrowser()
  if (missing !== undefined) return console.log(`Not looked at in a browser: ${missing}`)
  const browser = await launch()
  try {
    const view = await browser.newPage()
    await view.goto(interfaceAt)
    await view.getByText('ui.test.ts').first().click()
    await view.getByText('both sides come back').first().click()
    const beside = ['proposer-adversary', 'completed, 2 calls, no law broken', 'verdict pass', '/__tribunal__/?token=']
    for (const words of beside) {
      await view.getByText(words).first().waitFor({ timeout: 20_000 })
      hold(true, `the user interface says "${words}" beside the test`)
    }
  } finally {
    await browser.close()
  }
}

function hold(holds: boolean, what: string): void {
  if (!holds) throw new Error(`It does not hold that ${what}.`)
  console.log(`ok: ${what}`)
}

/** Starts Vitest with its user interface; gives what waits for words among all that it prints. */
function show(): (words: RegExp) => Promise<string> {
  const [file = '', ...args] = [...underNode, 'node_modules/.bin/vitest', '--watch', '--ui', '--open=false']
  // Without a pipe that stays open it would end at once.
  const child = spawn(file, args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  shown = child
  let heard = ''
  const listen = (chunk: Buffer): void => {
    heard += stripVTControlCharacters(chunk.toString())
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  return async (words) => {
    for (let tries = 0; tries < 900; tries += 1) {
      const [found] = words.exec(heard) ?? []
      if (found !== undefined) return found
      if (child.exitCode !== null) break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`Vitest never said ${words}, but: ${heard}`)
  }
}
