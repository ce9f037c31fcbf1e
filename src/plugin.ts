import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Vite, VitestPluginContext } from 'vitest/node'
import { seedOfRun } from '../reporters/seed-of-run.ts'
import { ServedReport } from '../reporters/served-report.ts'
import { TribunalReporter } from '../reporters/tribunal-reporter.ts'
import { TribunalError } from './errors.ts'
import type { GateLevel } from './report/gate.ts'

/** What the plugin may be told; every field has a default. */
export interface TribunalOptions {
  /** The lowest verdict that is green: `pass` (the default) or `partial`. */
  readonly gate?: GateLevel
  /** Folder of the report, relative to the project's root (default `tribunal-report`); false writes none. */
  readonly report?: string | false
  /** Seed of every property check where neither `sequence.seed` nor TRIBUNAL_SEED is set, a whole number from -2147483648 to 2147483647 (default 1). */
  readonly seed?: number
  /** File of a registry, relative to the root: it remembers the inspections of each run, and the page shows each system's trend (default none). */
  readonly registry?: string
  /** Globs of the test files that are there to check something, relative to the root (default `scenarios/**`). */
  readonly include?: string | readonly string[]
}

/**
 * Puts Tribunal into a Vitest project: matchers, seed, report and gate.
 * Source: docs/exit-codes.md for what the gate refuses and how the process exits.
 *
 * @param options - gate level, report folder, seed and the files that must check something
 * @throws TribunalError `invalid-input` when an option has no meaning
 *
 * @example
 * ```ts
 * import { tribunal } from 'vitest-tribunal/plugin'
 *
 * // vitest.config.ts: export default defineConfig({ plugins: [tribunal({ gate: 'partial' })] })
 * export const plugin = tribunal({ gate: 'partial', seed: 7 })
 * ```
 */
export function tribunal(options: TribunalOptions = {}): Vite.Plugin {
  const { gate = 'pass', report = 'tribunal-report', seed = 1, include = 'scenarios/**', registry } = options
  refuseNonsense({ gate, report, seed, include, registry })
  const served = new ServedReport()
  const reporter = {
    served,
    gate,
    report,
    seed,
    include: [include].flat(),
    plugin: NAME,
    ...(registry && { registry }),
  }
  return {
    name: NAME,
    config: () => ({ test: { setupFiles: [setupFile], provide: { tribunalSeed: seed } } }) as Vite.UserConfig,
    configureServer(server: Vite.ViteDevServer) {
      if (report !== false) server.middlewares.use(served.mount, served.handle)
    },
    configureVitest({ vitest, project }: VitestPluginContext) {
      project.provide('tribunalSeed', seedOfRun(vitest.config.sequence, seed) ?? seed)
      served.folder = report === false ? undefined : resolve(vitest.config.root, report)
      // Only where somebody looks: a path with a token is of no use in a log.
      if (vitest.config.ui && report !== false) project.provide('tribunalReport', served.path)
      const reporters = vitest.config.reporters as unknown[]
      if (!reporters.some(isOurs)) reporters.push(new TribunalReporter(reporter))
    },
  } as Vite.Plugin
}

// Helpers

const NAME = 'tribunal'

const isOurs = (reporter: unknown): boolean =>
  typeof reporter === 'object' && reporter !== null && 'brand' in reporter && reporter.brand === 'vitest-tribunal'

/** The setup file lies beside this one, as source or as built. */
const setupFile = fileURLToPath(
  new URL(`../matchers/setup.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url),
)

function refuseNonsense(options: Required<Omit<TribunalOptions, 'registry'>> & { registry: string | undefined }): void {
  const { gate, report, seed, include, registry } = options
  const globs = [include].flat()
  const fault =
    gate !== 'pass' && gate !== 'partial'
      ? `gate: ${JSON.stringify(gate)} is neither "pass" nor "partial"`
      : !Number.isInteger(seed) || seed !== (seed | 0)
        ? `seed: ${seed} is no whole number of 32 bits`
        : report !== false && (typeof report !== 'string' || report === '')
          ? 'report: give the name of a folder, or false'
          : globs.length === 0 || globs.some((glob) => typeof glob !== 'string' || glob === '')
            ? 'include: give one glob or more'
            : registry !== undefined && (typeof registry !== 'string' || registry === '')
              ? 'registry: give the name of a file, or leave it out'
              : undefined
  if (fault !== undefined) throw new TribunalError('invalid-input', `tribunal({ … }) in vitest.config: ${fault}.`)
}
