import { describe, expect, test } from 'vitest'
import { panel } from '../../test/composites/panel.ts'
import { soloist } from '../../test/composites/soloist.ts'
import { call } from '../composites/composite.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import { reject } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runComposite, runCompositeSync } from './run-composite.ts'

const INPUT = { task_brief: 'Name a prime.', criteria: 'It is above 10.' }

describe('a script that does not fit', () => {
  test.each([
    ['is exhausted', { worker: ['7'], critic: [reject()] }, 'script-exhausted'],
    ['lacks a slot', { worker: ['7'] }, 'unscripted-slot'],
  ])('because it %s throws, from both drivers', async (_, steps, code) => {
    const options = { input: INPUT, model: scripted(steps) }
    await expect(runComposite(workerCritic, options)).rejects.toMatchObject({ code })
    expect(() => runCompositeSync(workerCritic, options)).toThrow(expect.objectContaining({ code }))
  })

  test('throws also from inside a composite that fills a slot, where the program catches all it can', async () => {
    const careful = soloist({
      *delegate({ task_brief }) {
        try {
          return { result: (yield* call('speaker', { task_brief })).text }
        } catch {
          return { result: 'never mind' }
        }
      },
    })
    const options = {
      input: { task_brief: 'x' },
      components: { speaker: { composite: workerCritic, input: { criteria: 'y' } } },
      model: scripted({ worker: ['a'], critic: [] }),
    }
    await expect(runComposite(careful, options)).rejects.toMatchObject({ code: 'script-exhausted' })
  })

  test('throws from parallel calls as well', async () => {
    const options = { input: { task_brief: 'x' }, model: scripted({ left: ['a'], chair: ['c'] }) }
    await expect(runComposite(panel, options)).rejects.toMatchObject({ code: 'unscripted-slot' })
  })

  test('throws what a function of it threw', async () => {
    const failed = new Error('expected')
    const worker = () => {
      throw failed
    }
    await expect(runComposite(workerCritic, { input: INPUT, model: scripted({ worker: [worker] }) })).rejects.toBe(
      failed,
    )
  })
})
