import { describe, expect, test } from 'vitest'
import { oversight } from '../../src/composites/oversight.ts'
import { scripted } from '../../src/providers/scripted.ts'
import { runComposite, runCompositeSync } from '../../src/run/run-composite.ts'
import { checkComposite } from '../check-composite.ts'
import { panel } from '../mutants/run-mutants.ts'
import { answeringInOrder } from './answering-in-order.ts'

describe('slots that are asked side by side', () => {
  test('give the same run, whoever answers first', async () => {
    const report = await checkComposite(panel, { examples: false, tries: 300 })
    expect(report.laws.map(({ law, status }) => [law, status])).toContainEqual(['concurrency', 'held'])
  })

  test('are what the law is about: without any it says nothing', async () => {
    const { laws } = await checkComposite(oversight, { examples: false, tries: 300, laws: ['concurrency'] })
    expect(laws[0]).toMatchObject({ status: 'unverified', missing: ['a try that could have failed'] })
  })
})

describe('answeringInOrder', () => {
  const script = scripted({ left: ['one', 'two'], right: ['three'] })
  const input = { task_brief: 'Judge.' }

  test.each([[[1, 2, 3]], [[3, 2, 1]], [[2, 1, 3]], [[]]])(
    'answers the calls %j in that order, and the run stays the same',
    async (order) => {
      const answered: string[] = []
      const model = answeringInOrder(script, order)
      const watching = {
        id: model.id,
        respond: async (...call: Parameters<typeof model.respond>) => {
          const reply = await model.respond(...call)
          answered.push(reply.text)
          return reply
        },
      }
      const run = await runComposite(panel, { input, model: watching })
      const texts = ['one', 'three', 'two']
      expect(answered).toEqual(order.length === 0 ? texts : order.map((call) => texts[call - 1]))
      expect(run.events).toEqual(runCompositeSync(panel, { input, model: script }).events)
    },
  )
})
