import type { JsonObject } from '../../src/json/json.ts'

/** What a reply of a script means, however it is worded. */
export type Meaning =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'accept' }
  | { readonly kind: 'reject'; readonly reasoning: string; readonly suggestions: readonly string[] }
  | { readonly kind: 'mumble'; readonly text: string }
  | { readonly kind: 'continue' }
  | { readonly kind: 'adjust'; readonly adjustment: string }
  | { readonly kind: 'abort'; readonly reason: string }

/** Where a run stands, as far as anyone outside can tell. */
export interface ModelState {
  /** Whom it asks next; undefined once it has ended. */
  readonly asks?: string
  /** The texts that the next brief holds. */
  readonly told?: readonly string[]
  /** Texts that it must not hold. */
  readonly untold?: readonly string[]
  /** The result, once there is one. */
  readonly result?: JsonObject
  /** Whether it has ended only because the limit was reached. */
  readonly bounded?: boolean
  /** What the model itself keeps. */
  readonly [memory: string]: unknown
}

/** What a composite does, written down a second time and as shortly as can be: states, and what a reply leads to. */
export interface ReferenceModel {
  readonly input: { readonly [name: string]: string }
  /** The config key that bounds the loop, if there is a loop. */
  readonly bound?: string
  /** What a reply to the slot can mean. */
  readonly meanings: { readonly [slot: string]: readonly Meaning['kind'][] }
  start(limit: number): ModelState
  after(state: ModelState, meaning: Meaning): ModelState
}
