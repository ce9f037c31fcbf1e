import { fault, type ModelFault, say } from '../../src/index.ts'
import { wireFault } from '../../src/wire/index.ts'

const REPLY = say('Élève, the answer is eleven.', { reasoning: 'It is.' })
/** A reply that calls two tools. */
export const CALLS = say('', {
  toolCalls: [
    { id: 'a', name: 'search', arguments: { for: 'primes above ten' } },
    { id: 'b', name: 'grade', arguments: { mark: 1 } },
  ],
})

/** One of each fault that a script can have, by what happens. */
export const FAULTS: { readonly [name: string]: ModelFault } = {
  'connection reset': fault.transport(),
  'a hang until the client gives up': fault.timeout(),
  'a body that is no JSON': fault.malformed(),
  'no content': fault.empty(),
  refusal: fault.refusal('Not this.'),
  'content filter': wireFault.contentFilter('Some words'),
  'length cut, nothing said': fault.truncated(),
  'length cut': wireFault.lengthCut('Some words'),
  'context full': wireFault.contextExceeded('Some words'),
  'turn paused': wireFault.paused('Some words'),
  'the provider failed': wireFault.failed('Some words'),
  'cut inside a token': wireFault.cut(REPLY),
  'cut inside an event': wireFault.cut(REPLY, { inside: 'event' }),
  'cut inside a character': wireFault.cut(REPLY, { inside: 'character' }),
  'cut, then closed': wireFault.cut(REPLY, { inside: 'event', end: 'close' }),
  'cut at once': wireFault.cut(REPLY, { at: 0 }),
  'an event that is no JSON': wireFault.garbled(REPLY),
  'two events in one': wireFault.garbled(REPLY, { how: 'framing' }),
  'an error event': wireFault.errorEvent(REPLY),
  'deltas out of order': wireFault.shuffled(REPLY, { at: 0.6 }),
  'calls without ids': wireFault.toolCallIds(CALLS, 'missing'),
  'calls with one id': wireFault.toolCallIds(CALLS, 'duplicate'),
}
