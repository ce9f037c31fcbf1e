import type { Material } from '../2-extract/material.ts'

/** The file that tells what happened: the log, or the receipts that stand for it. Each layout has one of them. */
export const logOf = ({ located }: Material): string => (located.log ?? located.receipts)!

/** Whether there is a log to say something or to leave it out; receipts that stand for one say it themselves. */
export const hasLog = ({ located: { log }, missing }: Material): boolean => log !== null && !missing.includes(log)
