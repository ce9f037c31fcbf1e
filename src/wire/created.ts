/** When every reply was made, in seconds: no clock, since equal runs give equal bytes. 2025-01-01T00:00:00Z. */
export const CREATED = 1_735_689_600
