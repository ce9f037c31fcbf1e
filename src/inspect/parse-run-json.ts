import { type JsonParse, parseJson } from '../json/parse-json.ts'

/** More arrays and objects than these would take more memory than an inspection has. */
export const MOST_HOLDERS = 60_000

/** Parses JSON from a file of a run: a byte order mark may stand before it, and it is bounded in depth and number. */
export const parseRunJson = (text: string): JsonParse => parseJson(text, { allowBom: true, maxHolders: MOST_HOLDERS })
