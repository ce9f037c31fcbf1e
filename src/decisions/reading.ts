import type { Json } from '../json/json.ts'

/** What a decision was read as: the fields depend on the reader, `via` says which rule found it. */
export interface Reading {
  /** The part of the reply that decided: structured data, JSON in the text, a labelled line, a leading word, a mention, or nothing. */
  readonly via: 'data' | 'json' | 'label' | 'leading-word' | 'mention' | 'none'
  /** False when no decision could be read. */
  readonly readable: boolean
}

/** The channels of a reply from which a decision is read. */
export interface Readable {
  readonly text: string
  readonly data?: Json
}

/** Reads a decision out of a reply; total, pure, linear in the length of the text. */
export type DecisionReader<R extends Reading = Reading> = (reply: Readable) => R
