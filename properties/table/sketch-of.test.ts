import { describe, expect, test } from 'vitest'
import { oversight } from '../../src/composites/oversight.ts'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import { accept, decide, fault, reject, say } from '../../src/providers/script-steps.ts'
import { scripted } from '../../src/providers/scripted.ts'
import { runCompositeSync } from '../../src/run/run-composite.ts'
import { compositeSubject } from '../subjects/composite-subject.ts'
import { type Shape, speakerOf } from './shape.ts'
import { isSketch, PLAIN, trait } from './sketch.ts'
import { sketchOf } from './sketch-of.ts'

const { shape } = compositeSubject(workerCritic)
const critic = shape.speakers.findIndex(({ path }) => path === 'critic')
const worker = shape.speakers.findIndex(({ path }) => path === 'worker')

describe('a sketch of a script', () => {
  test('decides as the script does, in whichever form it is said', () => {
    const steps = [accept(), reject(), '{"verdict":"reject"}', 'Verdict: accept', 'REJECT. No.', 'perhaps']
    const sketch = sketchOf(scripted({ critic: steps }), shape, true)
    expect(sketch.steps[critic]!.map((step) => [trait(step, 'decision'), trait(step, 'form')])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 3],
      [1, 4],
      [2, 4],
    ])
    expect(isSketch(sketch)).toBe(true)
  })

  test('leads a run the same way', () => {
    const script = scripted({
      actor: ['a', 'b', 'c'],
      observer: ['d', say('e', { reasoning: 'f' }), ''],
      arbiter: [decide('continue'), decide('adjust', { adjustment: 'x' }), decide('abort')],
    })
    const subject = compositeSubject(oversight)
    const { run } = subject.attempt({ sketch: sketchOf(script, subject.shape, true) })
    const real = runCompositeSync(oversight, {
      input: { task_brief: 't' },
      model: script,
      config: run.header.config as never,
    })
    const way = (one: typeof run) => one.events.map(({ kind }) => kind)
    expect(way(run)).toEqual(way(real))
  })

  test('fails as the script does, unless calls may not fail: then those that do are left out', () => {
    const steps = [
      fault.timeout(),
      fault.transport(),
      fault.status(429),
      fault.malformed(),
      fault.empty(),
      fault.refusal(),
      fault.truncated(),
      'said',
    ]
    const script = scripted({ worker: steps })
    const faults = sketchOf(script, shape, true).steps[worker]!.map((step) => trait(step, 'fault'))
    expect(faults).toEqual([1, 2, 3, 4, 5, 6, 7, 0])
    expect(sketchOf(script, shape, false).steps[worker]).toEqual([PLAIN])
  })

  test('has what is private, empty, counted or called', () => {
    const steps = [
      say('a', { reasoning: 'r' }),
      say('a', { selfAssessment: 's' }),
      say('a', { reasoning: 'r', selfAssessment: 's' }),
      '<think>r</think>a',
      '',
      say('a', { usage: { inputTokens: 1, outputTokens: 1 } }),
      say('a', { toolCalls: [{ id: '', name: 'x', arguments: {} }] }),
      () => 'computed',
    ]
    const made = sketchOf(scripted({ worker: steps }), shape, true).steps[worker]!
    expect(made.map((step) => trait(step, 'hidden'))).toEqual([1, 2, 4, 1, 0, 0, 0, 0])
    expect(made.map((step) => trait(step, 'blank'))).toEqual([0, 0, 0, 0, 1, 0, 0, 0])
    expect(made.map((step) => trait(step, 'extra'))).toEqual([0, 0, 0, 0, 0, 1, 2, 0])
  })

  test('takes the longest limit that is tried, and nothing of slots that the subject has not', () => {
    const sketch = sketchOf(scripted({ nobody: ['a'] }), shape, true)
    expect(sketch.steps).toEqual(shape.speakers.map(() => []))
    const { values } = shape.config.find(({ name }) => name === 'max_rounds')!
    expect(values[sketch.config[0]!]).toBe(Math.max(...(values as number[])))
  })

  test('finds a nested slot by its path or its name, and tells beginnings that steer', () => {
    const own: Shape = {
      inputs: [],
      config: [],
      speakers: [speakerOf('worker/critic', { says: ['ACCEPT', 'REJECT'] })],
    }
    for (const slot of ['worker/critic', 'critic']) {
      const made = sketchOf(scripted({ [slot]: ['REJECT: no', 'ACCEPT', 'Hm.'] }), own, true).steps[0]!
      expect(made.map((step) => trait(step, 'decision'))).toEqual([1, 0, 2])
    }
  })
})
