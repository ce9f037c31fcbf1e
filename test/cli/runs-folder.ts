import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of run directories, made for one file of tests. */
export interface RunsFolder {
  readonly path: string
  /** Copies a sample run under a name; changes are made to its log. */
  run(name: string, sample?: string, changeLog?: (log: string) => string): string
  /** A folder that is no run. */
  folder(name: string): string
  remove(): void
}

/** Makes an empty one. */
export function runsFolder(): RunsFolder {
  const path = mkdtempSync(join(tmpdir(), 'tribunal-runs-'))
  return {
    path,
    run(name, sample = 'perfect', changeLog = (log) => log) {
      const run = join(path, name)
      cpSync(join('fixtures/runs', sample), run, { recursive: true })
      const log = join(run, 'vm.log.md')
      writeFileSync(log, changeLog(readFileSync(log, 'utf8')))
      return run
    },
    folder(name) {
      mkdirSync(join(path, name), { recursive: true })
      return join(path, name)
    },
    remove: () => rmSync(path, { recursive: true }),
  }
}
