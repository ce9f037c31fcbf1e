import { appendFile } from 'node:fs/promises'
import { TribunalError } from '../errors.ts'
import { type Io, write } from './io.ts'

/**
 * Adds Markdown to the summary of the GitHub job that this runs in.
 *
 * @param text - Markdown
 * @param io - its environment says where the summary is; without one it is said that there is none
 * @throws TribunalError `invalid-input` when it cannot be written
 */
export async function addToSummary(text: string, io: Io): Promise<void> {
  const { GITHUB_STEP_SUMMARY: target } = io.env
  if (!target) return write(io.stderr, 'GITHUB_STEP_SUMMARY is not set, so there is no summary to add to.\n')
  try {
    await appendFile(target, text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new TribunalError('invalid-input', `The job's summary was not written: ${why}.`, { cause })
  }
}
