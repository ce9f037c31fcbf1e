import { readFileSync, statSync } from 'node:fs'
import { TribunalError } from '../../errors.ts'
import { deepFreeze } from '../../json/deep-freeze.ts'
import { parseJson } from '../../json/parse-json.ts'
import type { Cassette } from './cassette.ts'
import { cassetteFault } from './cassette-fault.ts'
import { cassetteHash } from './cassette-hash.ts'

/** The largest file that is read, in bytes. */
const LARGEST = 64 * 2 ** 20

/**
 * Reads a recording. It is read as something that nobody vouches for: bounded in size and depth, and refused unless it is what was
 * written.
 *
 * @param path - the file
 * @throws TribunalError `recording-missing`; `recording-newer` when a later version wrote it; `recording-edited` when it was changed since;
 * `recording-corrupt` when it is no recording
 *
 * @example
 * ```ts no-run
 * import { readCassette } from 'vitest-tribunal/wire'
 *
 * const { interactions } = readCassette('scenarios/cassettes/review/two-drafts-1a2b3c4d.json')
 * console.log(interactions.map(({ request }) => request.url))
 * ```
 */
export function readCassette(path: string): Cassette {
  return parseCassette(textOf(path), path)
}

/** Reads the text of a recording. */
export function parseCassette(text: string, path: string): Cassette {
  const parsed = parseJson(text, { maxBytes: LARGEST, maxDepth: 120 })
  if (!parsed.ok) throw corrupt(path, parsed.message)
  const value = parsed.value as unknown as Record<string, unknown>
  if (typeof value === 'object' && value !== null && value.format === 'tribunal-cassette') {
    const { version } = value
    if (Number.isInteger(version) && (version as number) > 1)
      throw new TribunalError(
        'recording-newer',
        `The recording ${path} is of version ${version}; this Tribunal reads version 1. Install the one that wrote it, or record it again with TRIBUNAL_RECORD=update.`,
        { details: { path, version } },
      )
  }
  const fault = cassetteFault(value)
  if (fault !== undefined) throw corrupt(path, fault)
  const cassette = value as unknown as Cassette
  if (cassetteHash(cassette) !== cassette.hash)
    throw new TribunalError(
      'recording-edited',
      `The recording ${path} was changed since it was recorded: its hash does not fit. Put it back as it was, or record it again with TRIBUNAL_RECORD=update.`,
      { details: { path } },
    )
  return deepFreeze(cassette)
}

// Helpers

function textOf(path: string): string {
  try {
    const { size } = statSync(path)
    if (size > LARGEST) throw corrupt(path, `it is larger than ${LARGEST} bytes`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof TribunalError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw corrupt(path, `it cannot be read (${code})`)
    throw new TribunalError(
      'recording-missing',
      `There is no recording ${path}. Record it where the provider can be reached, with TRIBUNAL_RECORD=auto, and commit it.`,
      { details: { path } },
    )
  }
}

const corrupt = (path: string, why: string) =>
  new TribunalError(
    'recording-corrupt',
    `The recording ${path} cannot be used: ${why}. Put it back as it was, or record it again with TRIBUNAL_RECORD=update.`,
    { details: { path } },
  )
