import type { TribunalRecord } from '../../records.ts'
import { visibleLine } from '../../visible.ts'

/** What was left out of a record to keep the report small, and where all of it is; one sentence each. */
export const gapsView = ({ gaps = [], whole }: TribunalRecord): string[] => [
  ...gaps.map((gap) => `Left out here: ${visibleLine(gap)}.`),
  ...(whole === undefined ? [] : [`All of it, ${whole.bytes} bytes: ${visibleLine(whole.file)} beside tribunal.json.`]),
]
