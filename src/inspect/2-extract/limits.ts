/** How much of each file is read, in bytes. What lies beyond is named as an evidence gap, never credited. */
export const LIMITS = {
  log: 64 * 1024 * 1024,
  manifest: 16 * 1024 * 1024,
  root: 1024 * 1024,
  source: 256 * 1024,
  output: 1024 * 1024,
  errorFile: 64 * 1024,
  /** All outputs together; those after it stay unread. */
  allOutputs: 48 * 1024 * 1024,
} as const

/** Of each output the extraction keeps this many code points. */
export const OUTPUT_EXCERPT = 500
