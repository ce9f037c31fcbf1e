import fc from 'fast-check'
import type { ToolCall } from '../src/composites/reply.ts'
import type { ModelFault } from '../src/providers/model.ts'
import { fault, say } from '../src/providers/script-steps.ts'
import type { Chunks } from '../src/wire/sse-frames.ts'
import { wireFault } from '../src/wire/wire-fault.ts'

/**
 * Faults as a provider gives them over the wire, for the scripts of programs that use a real client; they shrink to a status of 500, and
 * a fault in a stream towards its beginning.
 *
 * @param options - `hang: true` for those that leave the client waiting until its own timeout; none by default
 *
 * @example
 * ```ts
 * import fc from 'fast-check'
 * import { scripted } from 'vitest-tribunal'
 * import { wireFaults } from 'vitest-tribunal/properties'
 * import { scriptedFetch } from 'vitest-tribunal/wire'
 *
 * await fc.assert(fc.asyncProperty(wireFaults(), async (fault) => {
 *   const fetch = scriptedFetch(scripted({ worker: [fault] }))
 *   await fetch('https://models.example/v1/messages', { method: 'POST', body: '{"model":"any","messages":[]}' })
 *     .then((response) => response.text()).catch(() => undefined)
 *   fetch.session.assertSpent()
 * }))
 * ```
 */
export const wireFaults = (options: { readonly hang?: boolean } = {}): fc.Arbitrary<ModelFault> =>
  fc.oneof(
    { withCrossShrink: true },
    fc.constantFrom(...STATUSES).map((status) => fault.status(status)),
    fc.constantFrom(0, 1, 1000, 1500).map((retryAfterMs) => fault.status(429, { retryAfterMs })),
    fc.constantFrom(...PLAIN).map((make) => make()),
    ...(options.hang ? [fc.constant(fault.timeout())] : []),
    fc.tuple(fc.constantFrom(...ENDINGS), TEXT).map(([end, words]) => end(words)),
    fc.tuple(TEXT, CUT).map(([words, cut]) => wireFault.cut(words, cut)),
    fc.tuple(TEXT, GARBLED).map(([words, garbled]) => wireFault.garbled(words, garbled)),
    fc.tuple(TEXT, BROKEN).map(([words, broken]) => wireFault.errorEvent(words, broken)),
    fc.tuple(TEXT, AT).map(([words, at]) => wireFault.shuffled(words, { at })),
    fc
      .constantFrom('missing' as const, 'duplicate' as const)
      .map((how) => wireFault.toolCallIds(say('', { toolCalls: TOOL_CALLS }), how)),
  )

/**
 * Ways of cutting the body of a reply into chunks, for a door's option `chunks`; they shrink to one chunk of everything.
 *
 * @example
 * ```ts
 * import fc from 'fast-check'
 * import { wireChunks } from 'vitest-tribunal/properties'
 *
 * fc.assert(fc.property(wireChunks(), (chunks) => typeof chunks === 'string' || chunks.every((size) => size >= 1)))
 * ```
 */
export const wireChunks = (): fc.Arbitrary<Chunks> =>
  fc.oneof(
    { withCrossShrink: true },
    fc.constant<Chunks>('whole'),
    fc.constant<Chunks>('events'),
    fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 6 }),
  )

// Helpers

const STATUSES = [500, 503, 529, 400, 401, 403, 404, 408, 409, 413, 422]

const PLAIN = [
  () => fault.transport(),
  () => fault.malformed(),
  () => fault.empty(),
  () => fault.refusal(),
  () => fault.truncated(),
] as const

const ENDINGS = [
  wireFault.lengthCut,
  wireFault.contentFilter,
  wireFault.contextExceeded,
  wireFault.paused,
  wireFault.failed,
] as const

/** How far into the reply, in hundredths. */
const AT = fc.nat(99).map((hundredths) => hundredths / 100)

const CUT = fc.record({
  inside: fc.constantFrom('token' as const, 'event' as const, 'character' as const),
  at: AT,
  end: fc.constantFrom('reset' as const, 'close' as const),
})

const GARBLED = fc.record({ how: fc.constantFrom('json' as const, 'framing' as const), at: AT })

const BROKEN = fc.record({ status: fc.constantFrom(500, 503, 529), at: AT })

/** Each has a character of several bytes, to be cut. */
const TEXT = fc.constantFrom(
  'Élève.',
  'Thirteen – and so on.',
  '🙂 '.repeat(30).trim(),
  '{"verdict":"accept","reasoning":"Zählt."}',
)

const TOOL_CALLS: readonly ToolCall[] = [
  { id: 'a', name: 'search', arguments: { for: 'primes above ten' } },
  { id: 'b', name: 'grade', arguments: { mark: 1 } },
]
