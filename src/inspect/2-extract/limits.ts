/** How much of each file is read, in bytes. What lies beyond is named as an evidence gap, never credited. */
export const LIMITS = {
  log: 64 * 1024 * 1024,
  /** A larger log is read in pieces. */
  logAtOnce: 256 * 1024,
  manifest: 4 * 1024 * 1024,
  root: 1024 * 1024,
  source: 256 * 1024,
  output: 1024 * 1024,
  errorFile: 64 * 1024,
  /** All files of a kind together; those after it stay unread. */
  allOutputs: 16 * 1024 * 1024,
  allSources: 4 * 1024 * 1024,
  allInputs: 8 * 1024 * 1024,
  allArbitrations: 4 * 1024 * 1024,
} as const

/** So many clauses of one run are decided; contracts beyond count as not seen. */
export const MOST_CLAUSES = 50_000

/** Of each output the extraction keeps this many code points. */
export const OUTPUT_EXCERPT = 500
