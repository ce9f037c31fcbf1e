import { hashOf } from '../../json/canonical-json.ts'
import type { Cassette } from './cassette.ts'

/** What tells whether a recording is as it was written: a hash over everything else in it. */
export const cassetteHash = ({ hash: _, ...rest }: Omit<Cassette, 'hash'> & { readonly hash?: string }): string =>
  hashOf(rest)
