// Takes the README's picture of the report, from real inspections and trials.
// Run: npx tsx --conditions=vitest-tribunal-source scripts/report-picture.ts
import { join } from 'node:path'
import { proposerAdversary } from '../src/composites/proposer-adversary.ts'
import { workerCritic } from '../src/composites/worker-critic.ts'
import { inspectRun } from '../src/inspect/inspect-run.ts'
import { checkFirewalls, checkInvariants } from '../src/invariants/check-run.ts'
import { flowMatrix } from '../src/invariants/flow-matrix.ts'
import { accept, reject, say } from '../src/providers/script-steps.ts'
import { scripted } from '../src/providers/scripted.ts'
import { assemble } from '../src/report/assemble.ts'
import { renderHtml } from '../src/report/html/render-html.ts'
import type { TribunalRecord } from '../src/report/records.ts'
import { runComposite } from '../src/run/run-composite.ts'
import type { Run } from '../src/trace/run.ts'
import { launch, open } from '../test/reporter/browser.ts'

const root = join(import.meta.dirname, '..')
const runs = join(root, 'fixtures/runs')
const SHOWN = [
  'perfect',
  'cut-off',
  'intermediate-missing',
  'critic-never-accepts',
  'prose-contracts',
  'resumed',
  'stale-binding',
  'critic-accepts',
]
const html = renderHtml(
  assemble({
    seed: 7,
    scope: { include: ['scenarios/**'], narrowed: 'no' },
    level: 'pass',
    records: [...SHOWN.flatMap(inspected), ...(await trials()).map(tried)],
    files: [{ project: '', file: 'scenarios/runs/finished.test.ts', included: true, in_full: true, checks: 21 }],
  }),
)
const browser = await launch()
const { page } = await open(browser, html, { viewport: { width: 1280, height: 1240 }, colorScheme: 'light' })
if (process.argv[3]) await page.goto(`${page.url()}${process.argv[3]}`)
await page.screenshot({ path: process.argv[2] ?? join(root, 'docs/report.png') })
await browser.close()

// Helpers

function inspected(name: string): TribunalRecord[] {
  const origin = { file: 'scenarios/runs/finished.test.ts', test: name.replaceAll('-', ' ') }
  try {
    const { inspection, evaluation } = inspectRun(join(runs, name), { depth: 'deep' })
    return [{ kind: 'inspection', origin, inspection, evaluation, expectation: null }]
  } catch {
    // The picture is of reports; what cannot be inspected has none.
    return []
  }
}

function tried(run: Run): TribunalRecord {
  const violations = [...checkFirewalls(run), ...checkInvariants(run)]
  return {
    kind: 'trial',
    origin: { file: `scenarios/${run.header.composite}.test.ts`, test: 'is tried' },
    run,
    flow: flowMatrix(run),
    violations: violations.map(({ invariant, message, event }) => ({ law: invariant, message, event })),
  }
}

async function trials(): Promise<Run[]> {
  const draft = runComposite(workerCritic, {
    input: { task_brief: 'Say in one line what a firewall of words is.', criteria: 'One line. No metaphor.' },
    config: { max_rounds: 3 },
    model: scripted({
      worker: [
        say('A moat around what each role may read.', { reasoning: 'A picture is quicker.' }),
        'A rule on who may read which text.',
      ],
      critic: [reject({ reasoning: 'The draft speaks in pictures.', suggestions: ['Say it plainly.'] }), accept()],
    }),
  })
  const attack = runComposite(proposerAdversary, {
    input: { task_brief: 'Name a prime.' },
    model: scripted({ proposer: ['91'], adversary: ['91 is 7 times 13.'] }),
  })
  return Promise.all([draft, attack])
}
