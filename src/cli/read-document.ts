import { TribunalError } from '../errors.ts'
import type { TribunalDocument } from '../report/document.ts'
import { readText } from './read-text.ts'

/**
 * Reads a tribunal.json, and trusts nothing in it.
 *
 * @param file - its path
 * @throws TribunalError `report-unreadable` when it is missing, or no such document
 */
export async function readDocument(file: string): Promise<TribunalDocument> {
  const text = await readText(file, 'Name the tribunal.json of a report folder.', 'report-unreadable')
  const { decodeDocument } = await import('../report/decode-record.ts')
  const decoded = decodeDocument(text)
  if ('value' in decoded) return decoded.value
  throw new TribunalError(
    'report-unreadable',
    `${file} is no tribunal.json of this version: ${decoded.fault}. Write it anew, or use the version that wrote it.`,
  )
}
