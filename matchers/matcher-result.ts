/** What a matcher of ours gives to `expect`; `actual` and `expected` are there where a diff helps. */
export interface MatcherResult {
  readonly pass: boolean
  readonly message: () => string
  readonly actual?: unknown
  readonly expected?: unknown
}
