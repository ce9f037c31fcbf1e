import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { makeFolder } from '../src/trace/make-folder.ts'

/**
 * Writes the files of a report; a reader sees each of them old or new, never half. Whole records of an earlier run are removed.
 *
 * @param folder - is made when it does not exist
 * @param files - name to text; names in `records/` are those of whole records
 */
export async function writeReport(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  makeFolder(folder)
  if (Object.keys(files).some((name) => name.startsWith(RECORDS))) makeFolder(join(folder, RECORDS))
  for (const [name, text] of Object.entries(files)) await writeFileAtomic(join(folder, name), text)
  for (const name of await namesIn(join(folder, RECORDS)))
    if (OURS.test(name) && files[`${RECORDS}${name}`] === undefined)
      await rm(join(folder, RECORDS, name), { force: true })
}

// Helpers

const RECORDS = 'records/'
const OURS = /^[0-9a-f]{64}\.json$/

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
