/** When a run was, as far as it says so: somewhere from the earliest to the latest, in milliseconds since the epoch. */
export interface RunTime {
  readonly earliest: number
  readonly latest: number
}

/** What a run says of itself. */
export interface StatedTimes {
  readonly run_id: string
  /** With a zone, or null. */
  readonly started_at: string | null
  readonly ended_at: string | null
}

/**
 * The end that a run states with a zone, else its start; else the time in its id, of which nobody states the zone, so that it may
 * be meant in any. Null where it says nothing; nothing is guessed.
 */
export function runTime({ run_id, started_at, ended_at }: StatedTimes): RunTime | null {
  for (const stated of [ended_at, started_at]) {
    const at = stated === null ? Number.NaN : Date.parse(stated)
    if (!Number.isNaN(at)) return { earliest: at, latest: at }
  }
  const start = startOfId(run_id)
  return start === null ? null : { earliest: start - 14 * HOUR, latest: start + 12 * HOUR }
}

/** The time in an id such as 20260512-060100-a1b2c3, read as if it were UTC; null when there is none in it. */
export function startOfId(run_id: string): number | null {
  const said = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-[0-9a-z]+$/u.exec(run_id)
  if (!said) return null
  const [, year, month, day, hour, minute, second] = said
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const at = new Date(iso)
  return !Number.isNaN(at.getTime()) && at.toISOString() === iso ? at.getTime() : null
}

// Helpers

/** Zones reach from UTC+14 to UTC-12. */
const HOUR = 3_600_000
