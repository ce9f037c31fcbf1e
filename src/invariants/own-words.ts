import { withhold } from '../composites/withhold.ts'
import type { Allowance, JudgedCall } from './run-scope.ts'

/** A text this long or longer, in code units, is no chance hit when it turns up whole. */
const TELLING = 12

/** The words of a call's request that are neither `must` nor `sees`: those of the template, and whatever should not be there. */
export function ownWords({ called, allowance }: JudgedCall, criteria: unknown): string {
  const { slot: _, component: __, ...told } = called.request
  const { brief, ...rest } = told
  const parts = Object.keys(rest).length === 0 ? brief : `${brief}\n${JSON.stringify(rest)}`
  return cut(parts, allowance, typeof criteria === 'string' ? criteria : '')
}

/** Whether a text gives away a value: the whole of it, or a run of 24 code points of it. */
export function givesAway(text: string, value: string): boolean {
  if (value.length < TELLING) return false
  return text.includes(value) || withhold(text, value) !== text
}

// Helpers

/** Longest first, so that a value inside another does not tear it apart. */
function cut(text: string, { must, sees }: Allowance, criteria: string): string {
  const values = [...must, ...sees].flatMap(({ words }) => words.flatMap((word) => [word, withhold(word, criteria)]))
  let left = text
  for (const value of values.filter((value) => value !== '').sort((a, b) => b.length - a.length))
    left = left.replaceAll(value, '\n')
  return left
}
