import type { ArbitrationRecord } from '../../src/arbitration/arbitration-record.ts'
import { forgeConsensus } from '../../src/arbitration/forge-consensus.ts'
import { forgeDecide } from '../../src/arbitration/forge-decide.ts'
import { fault, type Step, say } from '../../src/providers/script-steps.ts'
import { scripted } from '../../src/providers/scripted.ts'

const input = { facts: { flips: 6 }, allowed_actions: ['wait', 'reload'], self_check: true }
const given = { default_action: 'stop', min_confidence: 0.7 }

export const decidedText = (action: string, confidence = 0.9): string =>
  JSON.stringify({ status: 'decided', action, confidence })

const decide = async (steps: readonly Step[], more: object = {}) =>
  (await forgeDecide({ ...input, ...more }, { ...given, model: scripted({ arbitration: steps }) })).record

/** One record of each kind. */
export const revised = await decide(['?', decidedText('wait')])
export const byDefault = await decide([fault.timeout()])
export const doubtful = await decide([decidedText('wait', 0.6)], { self_check: false })
export const refused = await decide([], { allowed_actions: [] })
export const surface = await decide([], { surface: 'people' })
export const voted = (
  await forgeConsensus(input, {
    ...given,
    samples: 3,
    stop_early: true,
    model: scripted({ arbitration: [decidedText('wait'), decidedText('reload'), decidedText('reload')] }),
  })
).record

/** All that a record can hold, but for what it holds instead of something else. */
export const full = (
  await forgeConsensus(
    { ...input, self_check: false },
    {
      ...given,
      samples: 5,
      model: scripted({
        arbitration: [
          say('', {
            data: { status: 'decided', action: 'wait', confidence: 0.9, reason: 'It flips.', extra: 1 },
            reasoning: 'Six flips.',
            selfAssessment: 'Sure.',
            toolCalls: [{ id: '1', name: 'look', arguments: {} }],
            usage: { inputTokens: 9, outputTokens: 2 },
          }),
          '?',
          '{"status":"ambiguous","candidate_actions":["wait","reload"],"reason":"Either."}',
          '{"status":"escalate","reason":"Ask a person."}',
          'x'.repeat(262_145),
        ],
      }),
    },
  )
).record

// biome-ignore lint/suspicious/noExplicitAny: a forger writes anything anywhere
export type Writable = { -readonly [key in keyof ArbitrationRecord]: any }

/** A copy in which something was changed by hand. */
export function forged(record: ArbitrationRecord, change: (copy: Writable) => void): unknown {
  const copy = JSON.parse(JSON.stringify(record)) as Writable
  change(copy)
  return copy
}

/** A copy in which the n-th member, counted around, has another value. */
export function damaged(record: ArbitrationRecord, where: number, value: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(record))
  const places = placesIn(copy)
  const [parent, key] = places[where % places.length]!
  parent[key] = value
  return JSON.parse(JSON.stringify(copy))
}

/** One after the other, the same copy with each of its members changed, or gone where the value is undefined. */
export function* damagedEverywhere(record: ArbitrationRecord, value: unknown): Generator<unknown> {
  const copy = JSON.parse(JSON.stringify(record))
  for (const [parent, key] of placesIn(copy)) {
    const before = parent[key]
    if (value !== undefined) parent[key] = value
    else if (Array.isArray(parent)) continue
    else delete parent[key]
    yield copy
    parent[key] = before
  }
}

// Helpers

type Place = readonly [parent: Record<string, unknown>, key: string]

function placesIn(copy: unknown): readonly Place[] {
  const places: Place[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key])
      walk((node as Record<string, unknown>)[key])
    }
  }
  walk(copy)
  return places
}
