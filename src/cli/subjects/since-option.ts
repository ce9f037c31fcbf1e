import { InvalidArgumentError } from 'commander'

/**
 * Reads a moment that the caller typed: an ISO time with a zone, or a date, which means its first moment in UTC.
 *
 * @returns milliseconds since the epoch
 * @throws InvalidArgumentError for anything else, also for a time that leaves its zone to the machine
 */
export function sinceOption(text: string): number {
  const said = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/u.exec(text)
  const at = said ? Date.parse(text) : Number.NaN
  // Date.parse takes the 31st of any month for the next one's first days.
  if (Number.isNaN(at) || !isDay(said![1]!))
    throw new InvalidArgumentError('Give a date (2026-05-12) or a time with a zone (2026-05-12T08:00:00Z).')
  return at
}

// Helpers

const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
