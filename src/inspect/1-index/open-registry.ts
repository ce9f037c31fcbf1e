import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type Libsql from 'libsql'
import { TribunalError } from '../../errors.ts'
import { MOST_ENTRIES, type Registry, type RegistryEntry } from './registry.ts'

/** A registry on disk. */
export interface StoredRegistry extends Registry {
  /** What had to be set aside to open it, for a person; null when nothing had to. */
  readonly notice: string | null
}

/**
 * Opens the registry in a file, or makes it. Several processes may write at once; one that is killed leaves the others'
 * entries whole. A file that cannot be used, or that a newer version wrote, is set aside under another name.
 *
 * @param path - the file; its folder is made where needed
 * @throws TribunalError `store-unusable` when the file can be neither opened nor set aside
 *
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { openRegistry } from 'vitest-tribunal'
 *
 * const registry = openRegistry(join(mkdtempSync(join(tmpdir(), 'runs-')), 'registry.db'))
 * for (const { run_id, verdict } of registry.entries()) console.log(run_id, verdict)
 * registry.close()
 * ```
 */
export function openRegistry(path: string): StoredRegistry {
  try {
    mkdirSync(dirname(path), { recursive: true })
  } catch (cause) {
    throw unusable(path, cause)
  }
  const opened = openPatiently(path)
  if ('database' in opened) return registryOn(opened.database, null)
  const aside = setAside(path, opened.cause)
  const again = openPatiently(path)
  if ('database' in again) return registryOn(again.database, `${opened.why}; it was set aside as ${aside}.`)
  throw unusable(path, again.cause)
}

// Helpers

const VERSION = 1

type Database = Libsql.Database

type Opening = { readonly database: Database } | { readonly why: string; readonly cause: unknown }

/** Loaded on first use: it is a native module, and most runs of the tests need none. */
const loadLibsql = () => createRequire(import.meta.url)('libsql') as typeof Libsql

/** Switching to WAL does not wait for other processes as all else does, so that it is tried again. */
function openPatiently(path: string): Opening {
  for (let tries = 1; ; tries++) {
    try {
      return tryOpen(path)
    } catch (cause) {
      const code = String((cause as { code?: unknown }).code)
      // Only what is no registry at all may be set aside: one that is busy or forbidden is somebody's.
      if (/^SQLITE_(?:NOTADB|CORRUPT)/u.test(code)) return { why: 'The registry could not be read', cause }
      if (!code.startsWith('SQLITE_BUSY') || tries === MOST_TRIES) throw unusable(path, cause)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_TRIES_MS)
    }
  }
}

const MOST_TRIES = 30
const BETWEEN_TRIES_MS = 100

function tryOpen(path: string): Opening {
  const Database = loadLibsql()
  const database = new Database(path)
  try {
    database.exec('PRAGMA busy_timeout = 100')
    const version = Number((database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version)
    if (version > VERSION) {
      database.close()
      return {
        why: `The registry was written by a newer version (${version}, this one reads ${VERSION})`,
        cause: undefined,
      }
    }
    database.pragma('journal_mode = WAL')
    database.exec(SCHEMA)
    database.exec('PRAGMA busy_timeout = 10000')
    return { database }
  } catch (cause) {
    database.close()
    throw cause
  }
}

const SCHEMA = `
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS entries (
  run_id TEXT NOT NULL, system TEXT NOT NULL, depth TEXT NOT NULL, verdict TEXT NOT NULL,
  runtime_fidelity INTEGER NOT NULL, task_effectiveness INTEGER NOT NULL,
  timestamp TEXT NOT NULL, content_hash TEXT NOT NULL,
  PRIMARY KEY (run_id, depth, content_hash)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reports (
  content_hash TEXT NOT NULL, depth TEXT NOT NULL, report TEXT NOT NULL,
  PRIMARY KEY (content_hash, depth)
) WITHOUT ROWID;
PRAGMA user_version = ${VERSION};
COMMIT;`

/** Text is compared byte by byte in UTF-8, which for these fields orders as code units do. */
const OLDEST_FIRST = 'ORDER BY timestamp, run_id, depth, content_hash'
const COLUMNS = 'run_id, system, depth, verdict, runtime_fidelity, task_effectiveness, timestamp, content_hash'

function registryOn(database: Database, notice: string | null): StoredRegistry {
  const all = database.prepare(
    `SELECT ${COLUMNS} FROM entries WHERE (?1 IS NULL OR run_id = ?1) AND (?2 IS NULL OR system = ?2) ${OLDEST_FIRST}`,
  )
  const put = database.prepare(`INSERT OR REPLACE INTO entries (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const putReport = database.prepare('INSERT OR REPLACE INTO reports (content_hash, depth, report) VALUES (?, ?, ?)')
  const evict = database.prepare(
    `DELETE FROM entries WHERE (run_id, depth, content_hash) IN (SELECT run_id, depth, content_hash FROM entries
     ${OLDEST_FIRST} LIMIT max(0, (SELECT count(*) FROM entries) - ${MOST_ENTRIES}))`,
  )
  const evictReports = database.prepare(
    'DELETE FROM reports WHERE (content_hash, depth) NOT IN (SELECT content_hash, depth FROM entries)',
  )
  const oneReport = database.prepare('SELECT report FROM reports WHERE content_hash = ? AND depth = ?')
  return {
    notice,
    entries: ({ run_id, system } = {}) => (all.all(run_id ?? null, system ?? null) as RegistryEntry[]).map(entryOf),
    record: (entry, report) => {
      database.exec('BEGIN IMMEDIATE') // takes the lock before reading, so that two writers cannot wait for each other
      try {
        put.run(...COLUMNS.split(', ').map((column) => entry[column as keyof RegistryEntry]))
        putReport.run(entry.content_hash, entry.depth, report)
        evict.run()
        evictReports.run()
        database.exec('COMMIT')
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
    report: (contentHash, depth) => (oneReport.get(contentHash, depth) as { report: string } | undefined)?.report,
    close: () => {
      database.close()
    },
  }
}

const entryOf = (row: RegistryEntry): RegistryEntry => ({
  run_id: row.run_id,
  system: row.system,
  depth: row.depth,
  verdict: row.verdict,
  runtime_fidelity: row.runtime_fidelity,
  task_effectiveness: row.task_effectiveness,
  timestamp: row.timestamp,
  content_hash: row.content_hash,
})

/** Renames the file and its journals to the first free name, so that nothing is ever overwritten. */
function setAside(path: string, cause: unknown): string {
  for (let number = 1; number <= 1_000; number++) {
    const aside = `${path}.aside-${number}`
    if (existsSync(aside)) continue
    try {
      for (const suffix of ['', '-wal', '-shm'])
        if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
      return aside
    } catch (renaming) {
      throw unusable(path, renaming)
    }
  }
  throw unusable(path, cause)
}

const unusable = (path: string, cause: unknown) =>
  new TribunalError(
    'store-unusable',
    `The registry "${path}" can be neither opened nor set aside. Give another path.`,
    {
      details: { path },
      cause,
    },
  )
