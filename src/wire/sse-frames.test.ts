import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Chunks, delivered, frameOf, troubled } from './sse-frames.ts'

const FRAMES = ['Élève', 'plain', '{"a":1}', '🙂🙂'].map((data, i) => frameOf({ event: `e${i}`, data }))
const WHOLE = FRAMES.join('')

const bytesOf = (chunks: readonly Uint8Array[]) => Buffer.concat(chunks)

describe('the frames of a stream', () => {
  test('have an event, data and an empty line', () => {
    expect([frameOf({ event: 'x', data: '1' }), frameOf({ data: '1' })]).toEqual([
      'event: x\ndata: 1\n\n',
      'data: 1\n\n',
    ])
  })

  test('are the same bytes in whatever chunks', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom<Chunks>('events', 'whole'), sizes), (chunks) => {
        expect(bytesOf(delivered(FRAMES, chunks).chunks).toString()).toBe(WHOLE)
      }),
    )
  })

  test('come one a chunk, all in one, or in chunks of given sizes', () => {
    const sizes = (chunks: Chunks) =>
      delivered(['data: 1\n\n', 'data: 2\n\n'], chunks).chunks.map(({ length }) => length)
    expect([sizes('events'), sizes('whole'), sizes([5]), sizes([1, 9])]).toEqual([
      [9, 9],
      [18],
      [5, 5, 5, 3],
      [1, 9, 1, 7],
    ])
  })
})

describe('a cut', () => {
  const at = fc.nat(99).map((n) => n / 100)
  const cutAt = (inside: 'token' | 'event' | 'character', share: number) =>
    bytesOf(delivered(FRAMES, 'events', { kind: 'cut', inside, at: share, end: 'reset' }).chunks)

  test.each(['token', 'event', 'character'] as const)('inside a %s leaves the beginning of the stream', (inside) => {
    fc.assert(
      fc.property(at, (share) => {
        const left = cutAt(inside, share)
        expect(left.length).toBeLessThan(Buffer.byteLength(WHOLE))
        expect(Buffer.from(WHOLE).subarray(0, left.length).equals(left)).toBe(true)
      }),
    )
  })

  test('inside a token leaves no half character, and no whole line', () => {
    fc.assert(
      fc.property(at, (share) => {
        expect(new TextDecoder('utf-8', { fatal: true }).decode(cutAt('token', share))).not.toMatch(/\n$/)
      }),
    )
  })

  test('inside an event leaves out the empty line after it', () => {
    fc.assert(fc.property(at, (share) => void expect(cutAt('event', share).toString()).toMatch(/[^\n]\n$/)))
  })

  test('inside a character leaves a part of it, wherever the nearest one is', () => {
    fc.assert(
      fc.property(at, (share) => {
        expect(() => new TextDecoder('utf-8', { fatal: true }).decode(cutAt('character', share))).toThrow()
      }),
    )
  })
})

describe('trouble in a stream', () => {
  const error = (status: number) => `error ${status}\n\n`
  test.each([
    ['swaps two', { kind: 'shuffled', at: 0 }, [FRAMES[1], FRAMES[0], FRAMES[2], FRAMES[3]]],
    ['swaps the last two', { kind: 'shuffled', at: 0.99 }, [FRAMES[0], FRAMES[1], FRAMES[3], FRAMES[2]]],
    ['breaks off', { kind: 'error-event', status: 529, at: 0.3 }, [FRAMES[0], FRAMES[1], 'error 529\n\n']],
    [
      'takes half of the data',
      { kind: 'garbled', how: 'json', at: 0.5 },
      [FRAMES[0], FRAMES[1], 'event: e2\ndata: {"a"\n\n', FRAMES[3]],
    ],
    [
      'takes an empty line',
      { kind: 'garbled', how: 'framing', at: 0.99 },
      [FRAMES[0], FRAMES[1], 'event: e2\ndata: {"a":1}\n', FRAMES[3]],
    ],
    ['leaves the frames alone where it is no trouble of theirs', { kind: 'failed' }, FRAMES],
  ] as const)('%s', (_, trouble, frames) => {
    expect(troubled(FRAMES, trouble, error)).toEqual(frames)
  })
})
