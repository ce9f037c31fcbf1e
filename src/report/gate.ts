/** The lowest verdict that is green. */
export type GateLevel = 'pass' | 'partial'
