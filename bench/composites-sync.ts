import { runCompositeSync } from '../src/run/run-composite.ts'
import type { Bench, Comparison } from './bench.ts'
import { type Situation, situations } from './situations.ts'

/**
 * The baseline is a generator by hand that makes the same calls with the same briefs, reads the same decisions with the same
 * readers, and is fed from an array. It checks no input, knows no faults, bounds or firewalls, and keeps nothing but its
 * result: what ours takes longer is the price of all these and of the record. Both sides read every brief to its
 * last character, because a string that nobody reads is never put together.
 */
export const compositesSync: Bench = {
  name: 'composites-sync',
  about: 'runCompositeSync with a script against a generator by hand, fed from an array.',
  open: () => ({ comparisons: situations().map(comparison) }),
}

// Helpers

function comparison({ name, composite, input, script, replies, byHand }: Situation): Comparison {
  return {
    name,
    per: 'run',
    reach: 2,
    baseline: {
      name: 'generator by hand',
      work() {
        const program = byHand()
        let sum = 0
        let step = program.next()
        for (let i = 0; !step.done; i++) {
          sum += lastOf(step.value)
          step = program.next(replies[i]!)
        }
        return sum + Object.keys(step.value).length
      },
    },
    ours: {
      name: 'runCompositeSync',
      work() {
        const { events, result } = runCompositeSync(composite, { input, model: script, id: 'bench' })
        let sum = 0
        for (const event of events) if (event.kind === 'slot-called') sum += lastOf(event.request.brief)
        return sum + Object.keys(result!).length
      },
    },
  }
}

const lastOf = (text: string): number => text.charCodeAt(text.length - 1)
