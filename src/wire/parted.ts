import { placeOf } from './sse-frames.ts'
import type { Trouble } from './wire-fault.ts'

/** A stream of parts that no wire carries, and what is wrong with it. */
export interface Parted<Part> {
  /** What arrives before anything goes wrong. */
  readonly before: readonly Part[]
  /** What goes wrong then; undefined where all has arrived. */
  readonly broken?: 'reset' | 'closed' | 'unreadable' | 'error'
  /** What would still arrive after a part that cannot be read. */
  readonly after: readonly Part[]
}

/** Where a trouble parts a stream, as the same trouble parts one that comes over a wire: by events. */
export function parted<Part>(parts: readonly Part[], trouble: Trouble | undefined): Parted<Part> {
  if (trouble === undefined) return whole(parts)
  switch (trouble.kind) {
    case 'cut': {
      const before = parts.slice(0, placeOf(trouble.at, parts.length))
      return { before, broken: trouble.end === 'reset' ? 'reset' : 'closed', after: [] }
    }
    case 'garbled': {
      const i = placeOf(trouble.at, parts.length)
      return { before: parts.slice(0, i), broken: 'unreadable', after: parts.slice(i + 1) }
    }
    case 'error-event':
      return { before: parts.slice(0, placeOf(trouble.at, parts.length) + 1), broken: 'error', after: [] }
    case 'shuffled': {
      const i = placeOf(trouble.at, parts.length - 1)
      return whole(parts.length < 2 ? parts : [...parts.slice(0, i), parts[i + 1]!, parts[i]!, ...parts.slice(i + 2)])
    }
    default:
      return whole(parts)
  }
}

// Helpers

const whole = <Part>(before: readonly Part[]): Parted<Part> => ({ before, after: [] })
