import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oversight } from '../../src/composites/oversight.ts'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import { readVerdict } from '../../src/decisions/read-verdict.ts'
import { ModelFault } from '../../src/providers/model.ts'
import { runCompositeSync } from '../../src/run/run-composite.ts'
import { replies } from './replies.ts'
import { runDirectories } from './run-directories.ts'
import { scripts } from './scripts.ts'

describe('replies', () => {
  const some = fc.sample(replies({ decisions: { verdict: ['accept', 'reject'] } }), { numRuns: 1_000, seed: 1 })

  test('are texts, structures, faults of every kind, and echoes', () => {
    const kinds = new Set(
      some.map((reply) =>
        typeof reply === 'function'
          ? 'echo'
          : reply instanceof ModelFault
            ? reply.kind
            : reply.data === undefined
              ? 'text'
              : 'structure',
      ),
    )
    expect([...kinds].sort()).toEqual([
      'echo',
      'empty',
      'malformed',
      'refusal',
      'status',
      'structure',
      'text',
      'timeout',
      'transport',
      'truncated',
    ])
  })

  test('read as every verdict', () => {
    const verdicts = some.flatMap((reply) =>
      typeof reply === 'function' || reply instanceof ModelFault ? [] : [readVerdict(reply).verdict],
    )
    expect([...new Set(verdicts)].sort()).toEqual(['accept', 'reject', 'unreadable'])
  })

  test('are of the kinds that are asked for', () => {
    const echoes = fc.sample(replies({ kinds: ['echo'] }), { numRuns: 20, seed: 1 })
    expect(
      echoes.every(
        (reply) =>
          typeof reply === 'function' &&
          JSON.stringify(reply({ slot: 's', component: 's', brief: 'told' })).includes('to'),
      ),
    ).toBe(true)
  })

  test('shrink to a short ordinary one', () => {
    const { counterexample } = fc.check(
      fc.property(replies(), () => false),
      { seed: 4 },
    )
    expect(counterexample).toEqual([{ text: 'Done.' }])
  })
})

describe('scripts', () => {
  test('are long enough for every slot, and end every run', () => {
    fc.assert(
      fc.property(scripts(oversight), fc.integer({ min: 1, max: 10 }), (model, max_cycles) => {
        const { usage } = runCompositeSync(oversight, {
          input: { task_brief: 'Free some space.' },
          config: { max_cycles },
          model,
        })
        return usage.calls <= 3 * max_cycles
      }),
      { numRuns: 200, seed: 1 },
    )
  })

  test('have the decisions of the slot', () => {
    const models = fc.sample(scripts(workerCritic, { kinds: ['ordinary'], steps: 1 }), { numRuns: 100, seed: 1 })
    const texts = models.map(({ steps }) => JSON.stringify(steps.critic))
    expect(texts.some((text) => text.includes('accept')) && texts.some((text) => text.includes('reject'))).toBe(true)
  })
})

test('run directories are of composites and of pipelines, whole and with something missing', () => {
  const some = fc.sample(runDirectories(), { numRuns: 200, seed: 1 })
  const has = (path: string) => some.filter((files) => files.has(path)).length
  expect(has('vm.log.md')).toBe(200)
  expect(has('trace.json')).toBeGreaterThan(40)
  expect(has('sources/service-1.prose.md')).toBeGreaterThan(40)
  expect(some.some((files) => !/^---end/m.test(files.get('vm.log.md')!))).toBe(true)
})
