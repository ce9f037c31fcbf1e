import { TribunalError } from '../../errors.ts'
import type { Cassette, CassetteReply, CassetteRequest, Interaction } from './cassette.ts'
import { nearestRequest } from './nearest-request.ts'
import { sameness } from './recorded-request.ts'

/** A recording that is played: each interaction once, equal requests in the order in which they were recorded. */
export class Playback {
  readonly #path: string
  readonly #interactions: readonly Interaction[]
  /** Request → interactions that have not been played, in order. */
  readonly #left = new Map<string, number[]>()
  readonly #played = new Set<number>()
  #misuse: TribunalError | undefined

  constructor({ interactions }: Cassette, path: string) {
    this.#path = path
    this.#interactions = interactions
    for (const [index, { request }] of interactions.entries()) {
      const key = sameness(request)
      const known = this.#left.get(key)
      if (known) known.push(index)
      else this.#left.set(key, [index])
    }
  }

  /** The first request that was not recorded, if any: no program can swallow it. */
  get misuse(): TribunalError | undefined {
    return this.#misuse
  }

  /**
   * The recorded reply to a request.
   *
   * @throws TribunalError `unrecorded-request` with the recorded request that is nearest
   */
  replyTo(request: CassetteRequest): CassetteReply {
    const index = this.#left.get(sameness(request))?.shift()
    if (index === undefined) {
      const miss = this.#missing(request)
      this.#misuse ??= miss
      throw miss
    }
    this.#played.add(index)
    return this.#interactions[index]!.reply
  }

  /**
   * Makes sure that everything that was recorded was asked for.
   *
   * @throws TribunalError the misuse, or `recording-unused`
   */
  assertSpent(): void {
    if (this.#misuse) throw this.#misuse
    const unused = this.#interactions.flatMap(({ request }, index) =>
      this.#played.has(index) ? [] : [`  ${index + 1}. ${request.method} ${request.url}`],
    )
    if (unused.length === 0) return
    const list = unused.length > MOST ? [...unused.slice(0, MOST), `  … and ${unused.length - MOST} more`] : unused
    throw new TribunalError(
      'recording-unused',
      [
        `Of the recording ${this.#path}, ${unused.length} of ${this.#interactions.length} interactions were not asked for:`,
        ...list,
        'Find out why the program stopped, or record it again with TRIBUNAL_RECORD=update.',
      ].join('\n'),
      { details: { path: this.#path, unused: unused.length, of: this.#interactions.length } },
    )
  }

  #missing(request: CassetteRequest): TribunalError {
    const { method, url } = request
    const nearest = nearestRequest(request, this.#interactions, this.#played)
    const what = `The recording ${this.#path} has no reply left to ${method} ${url}.`
    const same = nearest?.diff === ''
    const near =
      nearest === undefined
        ? ['It holds no request at all.']
        : same
          ? [
              `Interaction ${nearest.index + 1} is the same request, and was played already: the program asks once more than it did.`,
            ]
          : [
              `The nearest is interaction ${nearest.index + 1}${this.#played.has(nearest.index) ? ', which was played already' : ''} (- recorded, + asked now):`,
              nearest.diff,
            ]
    return new TribunalError(
      'unrecorded-request',
      [what, ...near, 'Change the program back, or record it again with TRIBUNAL_RECORD=update.'].join('\n'),
      { details: { path: this.#path, method, url, nearest: nearest?.index ?? null } },
    )
  }
}

// Helpers

const MOST = 20
