import type { RunFile } from './run-files.ts'

/**
 * The files under a folder, at any depth. Looks at a few files only, however many there are.
 *
 * @param listing - in code-unit order of the paths, as `RunFiles.list` gives it
 * @param folder - its path, without a slash at the end
 */
export function filesUnder(listing: readonly RunFile[], folder: string): readonly RunFile[] {
  return listing.slice(firstFrom(listing, `${folder}/`), firstFrom(listing, `${folder}${AFTER_SLASH}`))
}

// Helpers

/** What follows `/` in code-unit order. */
const AFTER_SLASH = '0'

/** The place of the first path that does not come before a text. */
function firstFrom(listing: readonly RunFile[], text: string): number {
  let [low, high] = [0, listing.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (listing[middle]!.path < text) low = middle + 1
    else high = middle
  }
  return low
}
