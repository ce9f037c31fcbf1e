import type { ServiceTimes } from './log-reading.ts'

/** A point in time with a zone, as ISO 8601 in UTC; null for anything else, so that no zone is ever guessed. */
export function readTime(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const match = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/u.exec(text.trim())
  const time = match ? Date.parse(match[0].replace(' ', 'T')) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** A length of time: `112s`, `2m 10s`, `584 ms`, `1.5 min`; null for anything else. */
export function readDuration(text: string): number | null {
  let total = 0
  for (const part of text.trim().split(/\s+(?=\d)/u)) {
    const match = /^(\d{1,9}(?:\.\d{1,6})?)\s?(?:(ms)|(s|secs?|seconds?)|(m|mins?|minutes?)|(h|hours?))$/u.exec(part)
    if (!match) return null
    const [, number, ms, seconds, minutes] = match
    total += Number(number) * (ms ? 1 : seconds ? 1_000 : minutes ? 60_000 : 3_600_000)
  }
  return Math.round(total)
}

/**
 * What a note says of times, when it says nothing else: `took 112s`, `2026-05-12T06:01:00Z → 2026-05-12T06:02:00Z`. One time alone is the
 * end; a note with other words may speak of any time, so that it states none.
 */
export function readTimesNote(note: string): Partial<ServiceTimes> | undefined {
  if (note.length > LONGEST_NOTE || !/\d/u.test(note)) return undefined
  const said = /^(?:took|in|duration:?)?\s*(.*)$/u.exec(note.trim())?.[1] ?? ''
  const durationMs = /^\d/u.test(said) ? readDuration(said) : null
  if (durationMs !== null) return { durationMs }
  if (!/\d{4}-\d{2}/u.test(note)) return undefined // no time without a date
  const words = note.split(/[\s,;=/]+|:\s/u).filter((word) => word !== '')
  const times = words.flatMap((word) => readTime(word) ?? [])
  const others = words.filter((word) => readTime(word) === null)
  if (times.length === 0 || times.length > 2 || !others.every((word) => CONNECTING.test(word))) return undefined
  if (times.length === 2) return { startedAt: times[0]!, endedAt: times[1]! }
  return others.some((word) => /^(?:start(?:ed)?|from|since)/iu.test(word))
    ? { startedAt: times[0]! }
    : { endedAt: times[0]! }
}

// Helpers

const LONGEST_NOTE = 200

const CONNECTING =
  /^(?:start(?:ed)?(?:_at)?|from|since|end(?:ed)?(?:_at)?|finished|completed|done|at|to|until|→|->|–|—|-):?$/iu
