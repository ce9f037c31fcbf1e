import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type Libsql from 'libsql'
import { TribunalError } from '../../errors.ts'
import { hashOf } from '../../json/canonical-json.ts'
import { MOST_ENTRIES, type Registry, type RegistryEntry } from './registry.ts'

/** A store that is ours, or why what lies there is none and may be set aside. */
export type StoreOpening = { readonly registry: Registry } | { readonly why: string; readonly cause: unknown }

/**
 * Opens a database file. The module is loaded on first use: it is native, and most runs of the tests need none. An absolute path
 * is always a file, while libsql would take others for the address of a server.
 */
export const openDatabase = (path: string): Libsql.Database =>
  new (createRequire(import.meta.url)('libsql') as typeof Libsql)(resolve(path))

/**
 * Opens the store in a file, or makes it, by one look.
 *
 * @throws TribunalError `store-unusable` when another program's data lies there; an error of libsql when the file is busy or
 * cannot be opened
 */
export function openStore(path: string): StoreOpening {
  const database = openDatabase(path)
  try {
    database.exec('PRAGMA busy_timeout = 100')
    const why = strangeness(database, path)
    if (why !== null) {
      database.close()
      return { why, cause: undefined }
    }
    database.pragma('journal_mode = WAL')
    // A process may be killed at any moment and nothing is lost; what a power cut takes are the last trends.
    database.exec('PRAGMA synchronous = NORMAL')
    database.exec(SCHEMA)
    const registry = registryOn(database, path)
    database.exec('PRAGMA busy_timeout = 10000')
    return { registry }
  } catch (cause) {
    // Closing alone would keep the lock for as long as a statement is not collected.
    if (database.inTransaction) database.exec('ROLLBACK')
    database.close()
    if (isDamage(cause)) return { why: 'The registry could not be read', cause }
    throw cause
  }
}

// Helpers

type Database = Libsql.Database

const VERSION = 1
/** "trib": what tells our files from another program's, which are nobody's to rename. */
const APPLICATION = 0x74726962

/** The file is none, is cut short, or (SQLITE_ERROR) has other tables than this version writes. */
const isDamage = (cause: unknown): boolean =>
  /^SQLITE_(?:NOTADB|CORRUPT|IOERR_SHORT_READ|ERROR$)/u.test(String((cause as { code?: unknown }).code))

/** Says why a file is no registry of this version; null when it is one, or is still empty. */
function strangeness(database: Database, path: string): string | null {
  // All from one state of the file: another process may be making it.
  database.exec('BEGIN')
  const pragma = (name: string) => Number((database.prepare(`PRAGMA ${name}`).get() as Record<string, unknown>)[name])
  const [application, version] = [pragma('application_id'), pragma('user_version')]
  const tables = database.prepare('SELECT name FROM sqlite_schema').all() as { name: string }[]
  database.exec('COMMIT')
  if (tables.length === 0 && application === 0) return null
  if (application !== APPLICATION) {
    // Before stores bore a mark, ours had these two tables.
    if (['entries', 'reports'].every((ours) => tables.some(({ name }) => name === ours)))
      return 'The registry was written by an older version'
    throw new TribunalError(
      'store-unusable',
      `"${path}" is the database of another program and was left as it is. Give another path.`,
      { details: { path } },
    )
  }
  if (version !== VERSION)
    return `The registry was written by a${version > VERSION ? ' newer' : 'n older'} version (${version}, this one reads ${VERSION})`
  const [{ quick_check: found }] = database.prepare('PRAGMA quick_check(1)').all() as [{ quick_check: string }]
  return found === 'ok' ? null : 'The registry is damaged'
}

const SCHEMA = `
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS entries (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id TEXT NOT NULL, system TEXT NOT NULL, depth TEXT NOT NULL, verdict TEXT NOT NULL,
  runtime_fidelity INTEGER NOT NULL, task_effectiveness INTEGER NOT NULL,
  timestamp TEXT NOT NULL, content_hash TEXT NOT NULL,
  UNIQUE (run_id, depth, content_hash)
);
CREATE INDEX IF NOT EXISTS entries_by_system ON entries (system);
CREATE TABLE IF NOT EXISTS reports (
  content_hash TEXT NOT NULL, depth TEXT NOT NULL, report TEXT NOT NULL, report_hash TEXT NOT NULL,
  UNIQUE (content_hash, depth)
);
PRAGMA application_id = ${APPLICATION};
PRAGMA user_version = ${VERSION};
COMMIT;`

const COLUMNS = [
  'run_id',
  'system',
  'depth',
  'verdict',
  'runtime_fidelity',
  'task_effectiveness',
  'timestamp',
  'content_hash',
] as const

function registryOn(database: Database, path: string): Registry {
  const entries = database.prepare(
    `SELECT ${COLUMNS} FROM entries WHERE (?1 IS NULL OR run_id = ?1) AND (?2 IS NULL OR system = ?2) ORDER BY place`,
  )
  const put = database.prepare(`INSERT OR REPLACE INTO entries (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const putReport = database.prepare(
    'INSERT OR REPLACE INTO reports (content_hash, depth, report, report_hash) VALUES (?, ?, ?, ?)',
  )
  const evict = database.prepare(
    `DELETE FROM entries WHERE place <= (SELECT place FROM entries ORDER BY place DESC LIMIT 1 OFFSET ${MOST_ENTRIES})`,
  )
  const evictReports = database.prepare(
    'DELETE FROM reports WHERE (content_hash, depth) NOT IN (SELECT content_hash, depth FROM entries)',
  )
  const report = database.prepare('SELECT report, report_hash FROM reports WHERE content_hash = ? AND depth = ?')
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (cause) {
      throw failed(path, cause)
    }
  }
  return {
    entries: ({ run_id, system } = {}) =>
      guarded(() => (entries.all(run_id ?? null, system ?? null) as RegistryEntry[]).map(entryOf)),
    record: (entry, text) =>
      guarded(() => {
        database.exec('BEGIN IMMEDIATE') // takes the lock before reading, so that two writers cannot wait for each other
        try {
          put.run(...COLUMNS.map((column) => entry[column]))
          putReport.run(entry.content_hash, entry.depth, text, hashOf(text))
          if (evict.run().changes > 0) evictReports.run()
          database.exec('COMMIT')
        } catch (cause) {
          // A full disk has ended the transaction already.
          if (database.inTransaction) database.exec('ROLLBACK')
          throw cause
        }
      }),
    report: (contentHash, depth) =>
      guarded(() => {
        const kept = report.get(contentHash, depth) as { report: string; report_hash: string } | undefined
        // The file's structure says nothing of damage inside a text.
        return kept?.report_hash === hashOf(kept?.report ?? '') ? kept?.report : undefined
      }),
    close: () => {
      database.close()
    },
  }
}

/** Rows of libsql hold more than their columns. */
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

function failed(path: string, cause: unknown): TribunalError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new TribunalError(
    'store-unusable',
    `The registry "${path}" failed: ${why}. Give another path, or make room.`,
    {
      details: { path },
      cause,
    },
  )
}
