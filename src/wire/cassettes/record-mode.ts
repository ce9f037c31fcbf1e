import { TribunalError } from '../../errors.ts'

/**
 * What a recording does. `auto`: records where there is no cassette yet, and replays where there is. `record`: records, and refuses where there is
 * a cassette. `update`: records, and overwrites. `strict`: replays only. `off`: nothing.
 */
export type RecordMode = 'auto' | 'record' | 'update' | 'strict' | 'off'

/** What decides the mode. */
export interface ModeSources {
  /** `TRIBUNAL_RECORD`. */
  readonly said?: string | undefined
  /** `CI`. */
  readonly ci?: string | undefined
  /** What the test says. */
  readonly option?: RecordMode | undefined
}

/**
 * The mode: what the environment says by name; else in CI nothing is recorded, whatever the test says; else what the test says; else `auto`.
 *
 * @throws TribunalError `invalid-input` when there is no such mode
 */
export function recordMode({ said, ci, option }: ModeSources): RecordMode {
  const named = said === undefined || said === '' ? undefined : known(said, 'TRIBUNAL_RECORD')
  if (named !== undefined) return named
  const wanted = option === undefined ? 'auto' : known(option, 'The option "mode"')
  return isSet(ci) && wanted !== 'off' ? 'strict' : wanted
}

// Helpers

const MODES: readonly string[] = ['auto', 'record', 'update', 'strict', 'off'] satisfies RecordMode[]

/** As the tools that CI systems are tested with read it. */
const isSet = (ci: string | undefined): boolean => ci !== undefined && !['', '0', 'false'].includes(ci.toLowerCase())

function known(mode: string, where: string): RecordMode {
  if (MODES.includes(mode)) return mode as RecordMode
  throw new TribunalError(
    'invalid-input',
    `${where} is ${JSON.stringify(mode)}, which is no mode of recording. Give one of ${MODES.join(', ')}.`,
  )
}
