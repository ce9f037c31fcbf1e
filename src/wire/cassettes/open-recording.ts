import { existsSync } from 'node:fs'
import { TribunalError } from '../../errors.ts'
import { hostName } from '../host-name.ts'
import type { NetworkLock } from '../network-lock.ts'
import type { Cassette } from './cassette.ts'
import { type BeforeNock, beforeNock, type Nock } from './nock-patch.ts'
import { readCassette } from './read-cassette.ts'
import type { RecordMode } from './record-mode.ts'
import { Recording } from './recording.ts'
import type { RedactionOptions } from './redaction.ts'
import { recordingExists } from './write-cassette.ts'

export type { RecordMode } from './record-mode.ts'
export type { RedactionOptions } from './redaction.ts'

/** What is recorded or replayed, and how. */
export interface RecordingOptions {
  /** The file. */
  readonly path: string
  /** What the recording is for, as it stands in the file; by default the file's name. */
  readonly test?: string
  /** What is done; `auto` by default. The environment is not looked at: the fixture does that. */
  readonly mode?: RecordMode
  /** Hosts whose requests are recorded and replayed, `localhost` for this machine; by default every host but this machine. */
  readonly hosts?: readonly string[]
  /** What is taken out besides what is always taken out. */
  readonly redact?: RedactionOptions
  /** The lock on the network, if there is one: hosts that are recorded are let through it. */
  readonly network?: Pick<NetworkLock, 'allow'>
}

/** A recording that is being made or played. */
export interface OpenRecording {
  /** What is done: in mode `auto` one or the other. */
  readonly does: 'record' | 'replay' | 'nothing'
  readonly path: string
  /** What is replayed. */
  readonly cassette: Cassette | undefined
  /** The first request that was not recorded, if any: no program can swallow it. */
  readonly misuse: Error | undefined
  /**
   * Makes sure that everything that was recorded was asked for.
   *
   * @throws TribunalError `unrecorded-request` or `recording-unused`
   */
  assertSpent(): void
  /**
   * Writes what was recorded, as it is by now; does nothing where nothing is recorded.
   *
   * @throws TribunalError `recording-exists` when somebody else has written it meanwhile
   */
  save(): Cassette | undefined
  /** Takes nock off again; a second time does nothing. */
  close(): void
}

/**
 * Records what a program asks over HTTP into a file, or answers from that file, with nock in between: the program's client stays as it is. nock
 * patches the whole process, so only one recording can be open at a time. In a test made with `vitest-tribunal/fixtures` take the
 * fixture `recording` instead, which knows the file, the mode and the end.
 *
 * @param options - the file, the mode, the hosts, and what else to take out
 * @throws TribunalError `invalid-input` when another is open, nock is missing, or a host is no name of one; `recording-missing`, `recording-exists`, `recording-edited`,
 * `recording-corrupt` or `recording-newer` as the mode and the file have it
 *
 * @example
 * ```ts no-run
 * import { openRecording } from 'vitest-tribunal/wire/nock'
 *
 * const recording = await openRecording({ path: 'cassettes/two-drafts.json' })
 * try {
 *   await fetch('https://models.example/v1/models')
 *   recording.assertSpent()
 *   recording.save()
 * } finally {
 *   recording.close()
 * }
 * ```
 */
export async function openRecording(options: RecordingOptions): Promise<OpenRecording> {
  const { path, mode = 'auto' } = options
  if (mode === 'off') return idle(path)
  if (open) throw inUse()
  // Before anything is patched: what is wrong with the options and the file is told first.
  const hosts = options.hosts?.map(hostName)
  const replays = mode === 'strict' || (mode === 'auto' && existsSync(path))
  if (mode === 'record' && existsSync(path)) throw recordingExists(path)
  const cassette = replays ? readCassette(path) : undefined
  open = true
  try {
    const { nock, before } = await loadNock()
    return new Recording({ ...options, ...(hosts && { hosts }) }, cassette, nock, before, () => {
      open = false
    })
  } catch (error) {
    open = false
    throw error
  }
}

// Helpers

/** Whether a recording is open: nock is there once for the whole process. */
let open = false

interface LoadedNock {
  readonly nock: Nock
  readonly before: BeforeNock
}

async function loadNock(): Promise<LoadedNock> {
  const before = beforeNock()
  try {
    return { nock: (await import('nock')).default as unknown as Nock, before }
  } catch (cause) {
    throw new TribunalError(
      'invalid-input',
      'A recording needs nock, which cannot be loaded. Install it: npm i -D nock',
      {
        cause,
      },
    )
  }
}

const idle = (path: string): OpenRecording => ({
  does: 'nothing',
  path,
  cassette: undefined,
  misuse: undefined,
  assertSpent() {},
  save: () => undefined,
  close() {},
})

const inUse = () =>
  new TribunalError(
    'invalid-input',
    'Another recording is open at the same time. nock patches the whole process, so that the two could not be told apart: run their tests ' +
      'one after the other, not concurrently.',
  )
