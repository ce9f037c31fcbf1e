import type { ModelReply } from '../src/providers/model.ts'
import { runComposite } from '../src/run/run-composite.ts'
import type { Bench, Comparison } from './bench.ts'
import { type Situation, situations } from './situations.ts'

/**
 * The baseline awaits an asynchronous function for each call, as a program with a real client would, and keeps every brief
 * and reply in a list, so that it holds the same strings as our trace. It makes no events, freezes nothing, checks nothing.
 */
export const compositesAsync: Bench = {
  name: 'composites-async',
  about: 'runComposite with its full trace against a loop by hand with one await a call, which keeps the same strings.',
  open: () => ({ comparisons: situations().map(comparison) }),
}

// Helpers

interface Kept {
  readonly brief: string
  readonly reply: ModelReply
}

function comparison({ name, composite, input, script, replies, byHand }: Situation): Comparison {
  const session = () => {
    let i = 0
    return async (_brief: string): Promise<ModelReply> => replies[i++]!
  }
  return {
    name,
    per: 'run',
    reach: 3,
    baseline: {
      name: 'await by hand',
      async work() {
        const ask = session()
        const kept: Kept[] = []
        const program = byHand()
        let step = program.next()
        while (!step.done) {
          const brief = step.value
          const reply = await ask(brief)
          kept.push({ brief, reply })
          step = program.next(reply)
        }
        return kept.reduce((sum, { brief }) => sum + lastOf(brief), Object.keys(step.value).length)
      },
    },
    ours: {
      name: 'runComposite',
      async work() {
        const { events, result } = await runComposite(composite, { input, model: script, id: 'bench' })
        let sum = Object.keys(result!).length
        for (const event of events) if (event.kind === 'slot-called') sum += lastOf(event.request.brief)
        return sum
      },
    },
  }
}

const lastOf = (text: string): number => text.charCodeAt(text.length - 1)
