import { relative, resolve } from 'node:path'
import type { Reporter, SerializedError, TestModule, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node'
import { writeDocument } from '../src/report/assemble.ts'
import { collect } from '../src/report/collect.ts'
import type { Narrowing, TribunalDocument } from '../src/report/document.ts'
import type { GateLevel } from '../src/report/gate.ts'
import { renderHtml } from '../src/report/html/render-html.ts'
import type { HistoryEntry } from '../src/report/html/views/systems-view.ts'
import { terminal } from '../src/report/terminal.ts'
import { visibleLine } from '../src/report/visible.ts'
import { rememberRun } from './remember-run.ts'
import {
  countFiles,
  eachOnce,
  fileFacts,
  missingFiles,
  narrowest,
  narrowingOf,
  testFacts,
  wholesIn,
} from './run-facts.ts'
import { seedOfRun } from './seed-of-run.ts'
import type { ServedReport } from './served-report.ts'
import { wantsColor } from './wants-color.ts'
import { writeReport } from './write-report.ts'

/** What the reporter may be told; the plugin tells it all of this. */
export interface TribunalReporterOptions {
  /** The lowest verdict that is green (default `pass`). */
  readonly gate?: GateLevel
  /** Folder of the report, relative to the root (default `tribunal-report`); false writes none. */
  readonly report?: string | false
  /** Seed of the property checks, a whole number of 32 bits; left out where there is none. */
  readonly seed?: number
  /** Globs of the test files that are there to check something (default `scenarios/**`). */
  readonly include?: readonly string[]
  /** @internal Set by the plugin: the report on the port of Vitest's user interface. */
  readonly served?: ServedReport
  /** File of a registry: it remembers the inspections of each run, and the page shows how each system did over time (default none). */
  readonly registry?: string
  /** Set by the plugin, so that projects which lack it can be told of. */
  readonly plugin?: string
}

/**
 * Collects what the tests have left, writes the report and gates the run; in shards it leaves all of it to the merge.
 * The plugin installs it; name it yourself only where there is no plugin.
 *
 * @example
 * ```ts
 * import TribunalReporter from 'vitest-tribunal/reporters'
 *
 * // vitest.config.ts: export default defineConfig({ test: { reporters: ['default', reporter] } })
 * export const reporter = new TribunalReporter({ gate: 'partial', report: 'build/tribunal' })
 * ```
 */
export class TribunalReporter implements Reporter {
  /** @internal Known by this and not by its class: each project that extends a config loads a copy of it. */
  readonly brand = 'vitest-tribunal'
  readonly #options: TribunalReporterOptions
  readonly #include: readonly string[]
  #vitest!: Vitest
  #narrowed: Narrowing = 'no'
  #files = 0

  /** @param options - gate level, report folder, seed and the files that must check something */
  constructor(options: TribunalReporterOptions = {}) {
    this.#options = options
    this.#include = options.include ?? ['scenarios/**']
  }

  /** @internal */
  onInit(vitest: Vitest): void {
    this.#vitest = vitest
    const { plugin } = this.#options
    if (plugin === undefined) return
    for (const { name, vite } of vitest.projects)
      if (!vite.config.plugins.some((one) => one.name === plugin))
        vitest.logger.error(
          `tribunal: project "${name}" does not have the plugin, so its tests lack the matchers. ` +
            'Give it `extends: true`, or name the plugin in its own `plugins`.',
        )
  }

  /** @internal */
  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    this.#narrowed = await narrowingOf(this.#vitest, specifications, this.#include)
    if (this.#vitest.config.shard) this.#files = await countFiles(this.#vitest, specifications, this.#narrowed)
  }

  /** @internal */
  onTestModuleEnd(module: TestModule): void {
    const { shard, mergeReports } = this.#vitest.config
    // A merge only reads what the shards have written.
    if (mergeReports) return
    const meta = module.meta()
    // Whatever a test may have put there itself is not believed.
    delete meta.tribunalNarrowed
    delete meta.tribunalShard
    if (this.#narrowed !== 'no') meta.tribunalNarrowed = this.#narrowed
    if (shard) meta.tribunalShard = { index: shard.index, count: shard.count, files: this.#files }
  }

  /** @internal */
  async onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): Promise<void> {
    const { config } = this.#vitest
    // A shard holds a part only; its blob carries the records to the merge.
    if (config.shard) return
    const all = eachOnce(config.watch ? this.#vitest.state.getTestModules() : modules)
    const document = this.#collect(all, reason, errors.length)
    if (isSilent(document)) return
    const { page, fault } = await this.#write(document, all)
    const address = page === null ? undefined : this.#options.served?.addressOn(this.#vitest)
    const width = process.stderr.columns ?? 100
    this.#vitest.logger.error(
      terminal(document, {
        color: wantsColor(process.env, process.stderr.isTTY),
        width,
        page: address === undefined ? page : `${page}, or ${address}`,
      }),
    )
    if (fault !== undefined) this.#vitest.logger.error(`   ${visibleLine(fault)}`)
    // Whoever reads the report next would read an older one.
    const code = fault === undefined ? document.gate.exit_code : 2
    if (!config.watch && reason === 'passed' && !process.exitCode) process.exitCode = code
  }

  #collect(modules: readonly TestModule[], reason: TestRunEndReason, errors: number): TribunalDocument {
    const { gate = 'pass' } = this.#options
    const include = this.#include
    const seed = seedOfRun(this.#vitest.config.sequence, this.#options.seed) ?? null
    const own: Narrowing = reason === 'interrupted' ? 'tests' : this.#vitest.config.watch ? 'files' : this.#narrowed
    const narrowed = narrowest([own, ...modules.map((one) => one.meta().tribunalNarrowed ?? 'no')])
    const missing = missingFiles(modules)
    return collect({
      seed,
      scope: { include, narrowed, ...(missing && { missing }), ...(errors > 0 && { errors }) },
      level: gate,
      files: modules.map((module) => fileFacts(this.#vitest, module, include)),
      tests: modules.flatMap((module) => testFacts(this.#vitest, module)),
    })
  }

  async #write(document: TribunalDocument, modules: readonly TestModule[]): Promise<Written> {
    const { report = 'tribunal-report' } = this.#options
    if (report === false) return { page: null }
    const folder = resolve(this.#vitest.config.root, report)
    try {
      await writeReport(folder, {
        'tribunal.json': writeDocument(document),
        'index.html': renderHtml(document, this.#history(document)),
        ...wholesIn(document, modules),
      })
    } catch (error) {
      return {
        page: null,
        fault: `The report was not written to ${report}: ${wordsOf(error)}. Give another folder: tribunal({ report }).`,
      }
    }
    return { page: relative(process.cwd(), resolve(folder, 'index.html')) }
  }

  /** A registry adds a trend and nothing else, so that a report does not suffer from one that fails. */
  #history(document: TribunalDocument): readonly HistoryEntry[] {
    const { registry } = this.#options
    if (registry === undefined) return []
    try {
      return rememberRun(resolve(this.#vitest.config.root, registry), document)
    } catch (error) {
      this.#vitest.logger.error(
        visibleLine(`tribunal: this run is not remembered, and the report shows no trends: ${wordsOf(error)}.`),
      )
      return []
    }
  }
}

// Helpers

/** Where the page lies; null where there is none, as asked or for a fault. */
interface Written {
  readonly page: string | null
  readonly fault?: string
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')

/** Nothing was recorded and nothing had to be: unit tests of someone's library are none of our business. */
const isSilent = ({ gate, tests, files }: TribunalDocument): boolean =>
  gate.status === 'pass' && tests.length === 0 && !files.some(({ included }) => included)
