import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { TribunalError } from '../../errors.ts'
import { isObject } from '../../json/json.ts'
import { makeFolder } from '../../trace/make-folder.ts'
import type { Cassette, Interaction } from './cassette.ts'
import { cassetteHash } from './cassette-hash.ts'
import { parseCassette } from './read-cassette.ts'

/**
 * Writes a recording as a file that can be reviewed, all of it or nothing.
 *
 * @param overwrite - whether a recording that is there may go
 * @throws TribunalError `recording-exists` when one is there, and may not
 */
export function writeCassette(
  path: string,
  test: string,
  interactions: readonly Interaction[],
  overwrite: boolean,
): Cassette {
  const content = { format: 'tribunal-cassette', version: 1, test, interactions } as const
  const text = `${printed({ ...content, hash: cassetteHash(content) }, '\n')}\n`
  // What cannot be read again is not written.
  const cassette = parseCassette(text, path)
  if (!overwrite && existsSync(path)) throw recordingExists(path)
  makeFolder(dirname(path))
  writeFileAtomic.sync(path, text)
  return cassette
}

/** What is said where a recording is there and may not be overwritten. */
export const recordingExists = (path: string) =>
  new TribunalError(
    'recording-exists',
    `There is a recording ${path} already. Replay it with TRIBUNAL_RECORD=auto, or record it again with TRIBUNAL_RECORD=update.`,
    { details: { path } },
  )

// Helpers

/** As JSON is indented, but for events: a line each, since a stream has hundreds of them. */
function printed(value: unknown, newLine: string): string {
  const inner = `${newLine}  `
  if (Array.isArray(value) && value.length > 0)
    return `[${inner}${value.map((one) => printed(one, inner)).join(`,${inner}`)}${newLine}]`
  if (!isObject(value) || Object.keys(value).length === 0) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, one]) => {
    const events = name === 'events' && Array.isArray(one) && one.length > 0
    const said = events
      ? `[${inner}  ${one.map((event) => JSON.stringify(event)).join(`,${inner}  `)}${inner}]`
      : printed(one, inner)
    return `${JSON.stringify(name)}: ${said}`
  })
  return `{${inner}${members.join(`,${inner}`)}${newLine}}`
}
