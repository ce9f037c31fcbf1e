import type { MatcherState } from 'vitest'
import { inspectRun } from '../src/inspect/inspect-run.ts'
import type { Inspection } from '../src/inspect/inspection.ts'
import { isObject } from '../src/json/json.ts'
import { memoryFiles } from '../src/trace/memory-files.ts'
import { renderRunFiles } from '../src/trace/render-run-files.ts'
import type { Run } from '../src/trace/run.ts'
import type { RunFiles } from '../src/trace/run-files.ts'

/**
 * Makes sure that a matcher got a run.
 *
 * @throws TypeError naming the matcher and what it got
 */
export function expectRun(received: unknown, matcher: string, state: MatcherState): Run {
  if (isRun(received)) return received
  throw wrongSubject(received, matcher, 'a run, as runComposite or the trial fixture gives', state)
}

/**
 * Inspects what a matcher got, in depth, or takes the inspection that it is.
 *
 * @throws TypeError naming the matcher and what it got; TribunalError when the run cannot be inspected
 */
export function expectInspection(received: unknown, matcher: string, state: MatcherState): Inspection {
  if (isInspection(received)) return received
  if (isObject(received) && isInspection(received.inspection)) return received.inspection
  if (isRun(received)) return inspectRun(memoryFiles(renderRunFiles(received))).inspection
  if (typeof received === 'string') return inspectRun(received).inspection
  if (isObject(received) && typeof received.list === 'function' && typeof received.read === 'function')
    return inspectRun(received as unknown as RunFiles).inspection
  throw wrongSubject(received, matcher, 'a run, the path of a run directory, or an inspection', state)
}

// Helpers

const isRun = (value: unknown): value is Run =>
  isObject(value) && isObject(value.header) && typeof value.header.runId === 'string' && Array.isArray(value.events)

const isInspection = (value: unknown): value is Inspection =>
  isObject(value) && typeof value.verdict === 'string' && Array.isArray(value.flags) && typeof value.run_id === 'string'

function wrongSubject(received: unknown, matcher: string, wanted: string, { utils, isNot }: MatcherState): TypeError {
  const hint = utils.matcherHint(matcher, 'received', '', { isNot })
  return new TypeError(`${hint}\n\nThe received value must be ${wanted}.\nReceived: ${utils.printReceived(received)}`)
}
