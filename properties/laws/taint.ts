import { withhold } from '../../src/composites/withhold.ts'
import type { Allowance } from '../../src/invariants/living-values.ts'
import type { JudgedCall } from '../../src/invariants/run-scope.ts'
import type { Run } from '../../src/trace/run.ts'
import { markersIn, ownMarkersIn } from '../table/marker.ts'
import { type CallScope, callScopes } from './allowed-values.ts'
import { type Births, birthsIn } from './births.ts'
import { requestText } from './request-text.ts'
import type { WitnessedViolation } from './witnessed.ts'

/**
 * Where a request holds a marker that is not its slot's to see: after the allowed values are cut out of it, in the lower-cased
 * text without white space and in base64. Only texts with markers (`zq` and 26 letters) can be seen, as the generated ones have.
 * Source: docs/information-flow.md, check 2.
 *
 * @param run - a finished run whose texts carry markers
 *
 * @example
 * ```ts
 * import { proposerAdversary, runCompositeSync, scripted } from 'vitest-tribunal'
 * import { taint } from 'vitest-tribunal/properties'
 *
 * const model = scripted({ proposer: ['9 zqabcdefghijklmnopqrstuvwxyz'], adversary: ['It is 3 × 3.'] })
 * const run = runCompositeSync(proposerAdversary, { input: { task_brief: 'Name a prime.' }, model })
 * console.log(taint(run)) // []
 * ```
 */
export function taint(run: Run): readonly WitnessedViolation[] {
  let births: Births | undefined
  const violations: WitnessedViolation[] = []
  for (const scope of callScopes(run))
    for (const call of scope.calls) {
      const text = requestText(call.called.request)
      for (const { marker, how } of strangersIn(text, call, scope)) {
        births ??= birthsIn(run)
        const birth = births.get(marker)
        if (birth === undefined) continue
        const { slot, call: k, request } = call.called
        violations.push({
          invariant: 'taint',
          event: call.index,
          message: `the request of "${request.slot}" (call ${k}) holds ${birth.label}, which is not its to see${how}`,
          witness: [
            birth.label,
            ...birth.hops(call.index),
            `request of ${request.slot}, call ${k}${slot === request.slot ? '' : ` in ${scope.scope}`}`,
          ],
        })
      }
    }
  return violations
}

// Helpers

interface Stranger {
  readonly marker: string
  /** How it was hidden, in words that go on after a comma; empty where it was not. */
  readonly how: string
}

const normal = (text: string) => text.toLowerCase().replace(/\s+/g, '')

function strangersIn(text: string, { allowance }: JudgedCall, { started }: CallScope): readonly Stranger[] {
  const plain = normal(text)
  const found = markersIn(plain)
  const criteria = typeof started.input.criteria === 'string' ? started.input.criteria : ''
  const own = ownMarkers(allowance)
  const strangers: Stranger[] = []
  if (found.some((marker) => !own.has(marker))) {
    const withheld = allows(allowance, 'criteria') ? [] : ownMarkersIn(normal(criteria))
    // Quotes of the criteria do not excuse themselves inside what is allowed: they were to be withheld.
    for (const marker of new Set(found))
      if (withheld.includes(marker) && !given(allowance, marker)) strangers.push({ marker, how: '' })
    const left = markersIn(normal(cut(text, allowance, criteria)))
    for (const marker of new Set(left))
      if (!own.has(marker) && !strangers.some((one) => one.marker === marker)) strangers.push({ marker, how: '' })
  }
  if (BASE64.test(text))
    for (const marker of markersInBase64(cut(text, allowance, criteria)))
      if (!own.has(marker)) strangers.push({ marker, how: ', in base64' })
  return strangers
}

function ownMarkers({ must, sees }: Allowance): ReadonlySet<string> {
  const own = new Set<string>()
  for (const values of [must, sees])
    for (const { words } of values)
      for (const word of words) for (const marker of ownMarkersIn(normal(word))) own.add(marker)
  return own
}

const allows = ({ must, sees }: Allowance, label: string) => [...must, ...sees].some((value) => value.label === label)

/** Whether an input that is allowed, and not a reply, holds the marker: that is the caller's affair. */
const given = ({ must, sees }: Allowance, marker: string) =>
  [...must, ...sees].some(
    ({ label, words }) => !label.includes('.') && words.some((word) => normal(word).includes(marker)),
  )

/** Takes the allowed values out, longest first, so that a value inside another does not tear it apart. */
function cut(text: string, { must, sees }: Allowance, criteria: string): string {
  const values = new Set<string>()
  for (const { words } of [...must, ...sees])
    for (const word of words)
      for (const shown of [word, withhold(word, criteria)]) values.add(shown).add(JSON.stringify(shown).slice(1, -1))
  values.delete('')
  let left = text
  for (const value of [...values].sort((a, b) => b.length - a.length)) left = left.replaceAll(value, '\0')
  return left
}

const BASE64 = /[A-Za-z0-9+/_-]{36}/

function markersInBase64(text: string): readonly string[] {
  const found = new Set<string>()
  for (const run of base64RunsIn(text))
    for (let offset = 0; offset < 4; offset++) {
      const decoded = Buffer.from(run.slice(offset), 'base64').toString('latin1')
      for (const marker of markersIn(normal(decoded))) found.add(marker)
    }
  return [...found]
}

/** Runs long enough to hold a marker, line ends within them included; by hand, because a pattern cannot match megabytes. */
function* base64RunsIn(text: string): Generator<string> {
  let start = 0
  let letters = 0
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at)
    if (isBase64(code)) {
      if (letters++ === 0) start = at
    } else if (letters > 0 && code !== 10 && code !== 13) {
      if (letters >= 36) yield text.slice(start, at)
      letters = 0
    }
  }
}

/** Letters and digits, and `+ / _ -` of the two alphabets. */
const isBase64 = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 47 && code <= 57) ||
  code === 43 ||
  code === 95 ||
  code === 45
