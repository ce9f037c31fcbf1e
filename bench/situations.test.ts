import { describe, expect, test } from 'vitest'
import type { ModelReply } from '../src/providers/model.ts'
import { runCompositeSync } from '../src/run/run-composite.ts'
import { situations } from './situations.ts'

describe.each(situations().map((situation) => [situation.name, situation] as const))('%s', (_, situation) => {
  const { composite, input, script, replies, byHand } = situation
  const run = runCompositeSync(composite, { input, model: script })

  test('by hand makes the same calls with the very same briefs, and comes to the same result', () => {
    const briefs: string[] = []
    const program = byHand()
    let step = program.next()
    for (let i = 0; !step.done; i++) {
      briefs.push(step.value)
      step = program.next(replies[i]!)
    }
    const asked = run.events.flatMap((event) => (event.kind === 'slot-called' ? [event.request.brief] : []))
    expect(briefs).toEqual(asked)
    expect(step.value).toEqual(run.result)
  })

  test('by hand is given the replies that the script gives', () => {
    const said = run.events.flatMap((event) => (event.kind === 'slot-replied' ? [withoutReading(event.reply)] : []))
    expect(replies).toEqual(said)
  })
})

// Helpers

const withoutReading = ({ text, data }: ModelReply) => ({ text, ...(data === undefined ? {} : { data }) })
