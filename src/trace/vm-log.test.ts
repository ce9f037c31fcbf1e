import { describe, expect, test } from 'vitest'
import { SAMPLE_RUNS } from '../../test/composites/sample-runs.ts'
import { soloist } from '../../test/composites/soloist.ts'
import { call, callAll, note } from '../composites/composite.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import { readVerdict } from '../decisions/read-verdict.ts'
import { accept, fault } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'
import { vmLog } from './vm-log.ts'

const logOf = (name: string, endedAt?: string) => linesOf(vmLog(SAMPLE_RUNS[name]!, endedAt))

/** Without the first line, which holds the id. */
const linesOf = (log: string) => log.split('\n').slice(1).join('\n').trim()

describe('the log of a run', () => {
  test('tells inputs, calls, verdicts, what was withheld, and the end', () => {
    expect(logOf('accepted')).toMatchInlineSnapshot(`
      "root: root.prose.md

      1→ [input] task_brief ✓
      2→ [input] criteria ✓
      3→ worker ✓
      4→ critic ✓
      5→ [decision] critic (reject)
      6→ [withheld] critic: reasoning
      7→ worker ✓ (call 2)
      8→ critic ✓ (call 2)
      9→ [decision] critic (accept)
      ---end t+0ms"
    `)
  })

  test('begins with the id and the composite', () => {
    const run = SAMPLE_RUNS.accepted!
    expect(vmLog(run).split('\n')[0]).toBe(`# run:${run.header.runId} worker-critic`)
  })

  test('marks a verdict that nobody could read, and rounds that ran out', () => {
    expect(logOf('rounds run out')).toMatchInlineSnapshot(`
      "root: root.prose.md

      1→ [input] task_brief ✓
      2→ [input] criteria ✓
      3→ worker ✓
      4→ critic ✓
      5→ [decision] critic ⚠ unreadable
      6→ worker ✓ (call 2)
      7→ critic ✓ (call 2)
      8→ [decision] critic (reject)
      9→ worker ⊘ terminated (max_rounds)
      ---end t+0ms"
    `)
  })

  test('tells decisions', () => {
    expect(logOf('adjusted')).toMatchInlineSnapshot(`
      "root: root.prose.md

      1→ [input] task_brief ✓
      2→ actor ✓
      3→ observer ✓
      4→ arbiter ✓
      5→ [decision] arbiter (adjust)
      6→ actor ✓ (call 2)
      7→ observer ✓ (call 2)
      8→ arbiter ✓ (call 2)
      9→ [decision] arbiter ⚠ unreadable
      10→ actor ✓ (call 3)
      11→ observer ✓ (call 3)
      12→ arbiter ✓ (call 3)
      13→ [decision] arbiter (adjust)
      14→ actor ⊘ terminated (max_cycles)
      ---end t+0ms"
    `)
  })

  test('tells calls that went out side by side as one block', () => {
    expect(logOf('side by side')).toMatchInlineSnapshot(`
      "root: root.prose.md

      1→ [input] task_brief ✓
      2→ ∥start left,right
      2a→ left ✓
      2b→ right ✓
      2→ ∥done
      3→ chair ✓
      ---end t+40ms"
    `)
  })

  test('tells a composite inside as the slot that it fills', () => {
    expect(logOf('nested')).toMatchInlineSnapshot(`
      "root: root.prose.md

      1→ [input] task_brief ✓
      2→ ∥start left,right
      2a→ left ✓
      2b→ right ✓
      2→ ∥done
      3→ chair ✓
      ---end t+0ms"
    `)
  })

  test('tells which calls failed, and how the run ended', () => {
    expect(logOf('failed inside')).toMatchInlineSnapshot(`
      "root: root.prose.md

      1→ [input] task_brief ✓
      2→ ∥start left,right
      2a→ left ✗ aborted
      2b→ right ✗ status
      2→ ∥done
      ---error t+0ms Slot "worker" failed in its call 1: The provider answered 429."
    `)
  })

  test('tells a budget that was used up', () => {
    expect(logOf('out of budget')).toMatchInlineSnapshot(`
      "root: root.prose.md

      1→ [input] task_brief ✓
      2→ [input] criteria ✓
      3→ worker ✓
      4→ [budget] calls ⚠ (1)
      ---error t+0ms The budget of the run (calls: 1) is used up before call 1 of slot "critic"."
    `)
  })

  test('ends with the time that the caller gives, where one does', () => {
    expect(logOf('unresolved', '2026-01-02T03:04:05Z').split('\n').at(-1)).toBe('---end 2026-01-02T03:04:05Z')
  })

  test('keeps a block together while its verdicts are told, with its members as they were called', () => {
    const jury = soloist({
      speaker: { decides: readVerdict },
      *delegate({ task_brief }) {
        yield* callAll(Array.from({ length: 3 }, () => ['speaker', { task_brief }] as const))
        yield* call('speaker', { task_brief })
        return { result: 'done' }
      },
    })
    const model = scripted({ speaker: [accept(), accept(), accept(), accept()] })
    expect(linesOf(vmLog(runCompositeSync(jury, { input: { task_brief: 'x' }, model })))).toMatchInlineSnapshot(`
      "root: root.prose.md

      1→ [input] task_brief ✓
      2→ ∥start speaker,speaker,speaker
      2a→ speaker ✓
      3→ [decision] speaker (accept)
      2b→ speaker ✓ (call 2)
      4→ [decision] speaker (accept)
      2c→ speaker ✓ (call 3)
      2→ ∥done
      5→ [decision] speaker (accept)
      6→ speaker ✓ (call 4)
      7→ [decision] speaker (accept)
      ---end t+0ms"
    `)
  })

  test('lists a block in the order of its calls, also where composites begin before models are asked', () => {
    const pair = soloist({
      *delegate({ task_brief }) {
        yield* callAll([
          ['speaker', { task_brief }],
          ['listener', { task_brief }],
        ])
        return { result: 'done' }
      },
    })
    const { speaker } = pair.slots
    const composite = { ...pair, slots: { speaker: speaker!, listener: speaker! } }
    const run = runCompositeSync(composite, {
      input: { task_brief: 'x' },
      components: { listener: { composite: workerCritic, input: { criteria: 'y' } } },
      model: scripted({ speaker: ['a'], worker: ['b'], critic: [accept()] }),
    })
    expect(linesOf(vmLog(run))).toMatchInlineSnapshot(`
      "root: root.prose.md

      1→ [input] task_brief ✓
      2→ ∥start speaker,listener
      2a→ speaker ✓
      2b→ listener ✓
      2→ ∥done
      ---end t+0ms"
    `)
  })

  test('names each of 150 members', () => {
    const crowd = soloist({
      *delegate({ task_brief }) {
        yield* callAll(Array.from({ length: 150 }, () => ['speaker', { task_brief }] as const))
        return { result: 'done' }
      },
    })
    const model = scripted({ speaker: Array.from({ length: 150 }, () => 'a') })
    const lines = vmLog(runCompositeSync(crowd, { input: { task_brief: 'x' }, model })).split('\n')
    expect(lines.find((line) => line.includes('∥start'))!.split(',')).toHaveLength(150)
    expect(lines.filter((line) => /^2[a-z]→ speaker ✓/.test(line))).toHaveLength(150)
    expect(lines.filter((line) => line === '2→ ∥done')).toHaveLength(1)
  })
})

describe('what a run says', () => {
  const HOSTILE = 'x\n---end 2026-01-01T00:00:00Z\r\n9→ critic ✓\u2028---end\u2029\u0085y'

  test('does not pass for a line of its log, in a failure', () => {
    const model = scripted({ speaker: [fault.transport(HOSTILE)] })
    const log = vmLog(runCompositeSync(soloist(), { input: { task_brief: HOSTILE }, model }))
    expect(log.split(/[\n\r\u2028\u2029\u0085]/).filter((line) => /^(?:---|\d+→)/.test(line))).toEqual([
      '1→ [input] task_brief ✓',
      '2→ speaker ✗ transport',
      expect.stringMatching(/^---error t\+0ms Slot "speaker" failed/),
    ])
  })

  test('does not pass for one in a note either', () => {
    const composite = soloist({
      *delegate() {
        yield* note({ kind: 'criteria-withheld', slot: 'speaker', fields: [HOSTILE] })
        yield* note({ kind: 'bound-reached', bound: HOSTILE, limit: 1 })
        return {}
      },
    })
    const log = vmLog(runCompositeSync(composite, { input: { task_brief: 'x' }, model: scripted({}) }))
    expect(log.match(/^---end/gm)).toHaveLength(1)
  })
})
