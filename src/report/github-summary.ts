import type { TribunalDocument } from './document.ts'
import { markdown } from './markdown.ts'

/** GitHub takes 1 MiB of summary per step, and shows nothing of one that is larger. */
const ROOM = { rows: 200, bytes: 900_000 }

/**
 * Writes what was found for the summary page of a GitHub job.
 *
 * @param document - what one run of the tests found
 */
export const githubSummary = (document: TribunalDocument): string => markdown(document, ROOM)
