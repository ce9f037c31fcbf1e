/** Something that a stored record shows. */
export interface ArbitrationFinding {
  /** Stable, kebab-case; docs/arbitration.md lists them. */
  readonly id: string
  /** `critical` breaks the contract, `warning` is a statement that does not follow, `info` is worth knowing. */
  readonly severity: 'critical' | 'warning' | 'info'
  /** Where, as a JSON pointer into the record. */
  readonly pointer: string
  readonly message: string
}

/** Writes down a finding. */
export const finding = (
  id: string,
  severity: ArbitrationFinding['severity'],
  pointer: string,
  message: string,
): ArbitrationFinding => Object.freeze({ id, severity, pointer, message })
