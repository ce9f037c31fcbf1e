import { TextEncoder } from 'node:util'
import type { Trouble } from './wire-fault.ts'
import type { SseEvent } from './wire-format.ts'

/** How the bytes of a body arrive: one chunk an event, all at once, or in chunks of these sizes, over and over. */
export type Chunks = 'events' | 'whole' | readonly number[]

/** A body on its way, and how it ends. */
export interface Delivery {
  readonly chunks: readonly Uint8Array[]
  readonly end: 'close' | 'reset'
  /** The fault that ends it. */
  readonly why?: Error | undefined
}

/** An event as it stands in a stream, with the empty line that ends it. */
export const frameOf = ({ event, data }: SseEvent): string =>
  event === undefined ? `data: ${data}\n\n` : `event: ${event}\ndata: ${data}\n\n`

/** What becomes of the frames of a stream when something goes wrong; a cut is made later, in the bytes. */
export function troubled(
  frames: readonly string[],
  trouble: Trouble,
  errorFrame: (status: number) => string,
): readonly string[] {
  const changed = [...frames]
  if (trouble.kind === 'shuffled' && frames.length > 1) {
    const i = placeOf(trouble.at, frames.length - 1)
    changed.splice(i, 2, frames[i + 1]!, frames[i]!)
  } else if (trouble.kind === 'error-event') {
    changed.splice(placeOf(trouble.at, frames.length) + 1, frames.length, errorFrame(trouble.status))
  } else if (trouble.kind === 'garbled') {
    const i = placeOf(trouble.at, trouble.how === 'json' ? frames.length : frames.length - 1)
    changed[i] = trouble.how === 'json' ? withHalfItsData(frames[i]!) : frames[i]!.slice(0, -1)
  }
  return changed
}

/** Puts frames into chunks, all of them or as far as a cut lets them come. */
export function delivered(
  frames: readonly string[],
  chunks: Chunks,
  cut?: Extract<Trouble, { kind: 'cut' }>,
): Delivery {
  const encoded = frames.map((frame) => encoder.encode(frame))
  const arriving = cut === undefined ? encoded : cutOff(encoded, cut)
  return { chunks: inChunks(arriving, chunks), end: cut?.end ?? 'close' }
}

/** Which of so many things lies at a share of the way, from 0. */
export const placeOf = (at: number, count: number): number => Math.max(0, Math.min(count - 1, Math.floor(at * count)))

// Helpers

const encoder = new TextEncoder()

function withHalfItsData(frame: string): string {
  const from = frame.indexOf('data: ') + 'data: '.length
  return `${frame.slice(0, from + Math.floor((frame.length - from) / 2))}\n\n`
}

function cutOff(
  frames: readonly Uint8Array[],
  { inside, at }: Extract<Trouble, { kind: 'cut' }>,
): readonly Uint8Array[] {
  let i = placeOf(at, frames.length)
  if (inside === 'character') {
    // The nearest frame from there on that has such a character, or else the last one before.
    const later = frames.findIndex((frame, j) => j >= i && frame.some((byte) => byte >= 0xc0))
    i = later === -1 ? frames.findLastIndex((frame) => frame.some((byte) => byte >= 0xc0)) : later
    if (i === -1) i = 0
  }
  const frame = frames[i]!
  return [...frames.slice(0, i), frame.subarray(0, cutIn(frame, inside))]
}

function cutIn(frame: Uint8Array, inside: 'token' | 'event' | 'character'): number {
  if (inside === 'event') return frame.length - 1
  const lead = frame.findIndex((byte) => byte >= 0xc0)
  if (inside === 'character' && lead !== -1) return lead + 1
  let half = Math.floor((frame.length * 3) / 4)
  // Not inside a character: bytes that go on with one are 10xxxxxx.
  while (half > 0 && (frame[half]! & 0xc0) === 0x80) half--
  return half
}

function inChunks(frames: readonly Uint8Array[], chunks: Chunks): readonly Uint8Array[] {
  if (chunks === 'events') return frames
  const whole = new Uint8Array(frames.reduce((sum, { length }) => sum + length, 0))
  let filled = 0
  for (const frame of frames) {
    whole.set(frame, filled)
    filled += frame.length
  }
  if (chunks === 'whole') return [whole]
  const cut: Uint8Array[] = []
  for (let from = 0, i = 0; from < whole.length; i++) {
    const to = from + Math.max(1, chunks[i % chunks.length] ?? whole.length)
    cut.push(whole.subarray(from, to))
    from = to
  }
  return cut
}
