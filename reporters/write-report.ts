import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'

/**
 * Writes the files of a report; a reader sees each of them old or new, never half.
 *
 * @param folder - is made when it does not exist
 * @param files - name to text
 */
export async function writeReport(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFileAtomic(join(folder, name), text)
}
