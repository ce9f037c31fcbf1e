import { oversight } from '../../src/composites/oversight.ts'
import { proposerAdversary } from '../../src/composites/proposer-adversary.ts'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import { accept, decide, fault, reject, say } from '../../src/providers/script-steps.ts'
import { scripted } from '../../src/providers/scripted.ts'
import { runCompositeSync } from '../../src/run/run-composite.ts'
import type { Run } from '../../src/trace/run.ts'
import { panel } from './panel.ts'

const TASK = 'Write about the tides.'
const CRITERIA = 'Every claim names a source, and no source is a blog.'

/** One run of each kind that there is, by what happens in it. */
export const SAMPLE_RUNS: { readonly [what: string]: Run } = {
  accepted: runCompositeSync(workerCritic, {
    input: { task_brief: TASK, criteria: CRITERIA },
    model: scripted({
      worker: [
        say('The moon pulls.', { reasoning: 'Any will do.', usage: { inputTokens: 9, outputTokens: 3 } }),
        'It pulls (NOAA).',
      ],
      critic: [reject({ reasoning: `It fails: ${CRITERIA}`, suggestions: ['Name one.'] }), accept('Good.')],
    }),
  }),
  'rounds run out': runCompositeSync(workerCritic, {
    input: { task_brief: TASK, criteria: CRITERIA },
    config: { max_rounds: 2 },
    model: scripted({ worker: ['a', 'b'], critic: ['Mhm.', reject({ reasoning: 'No source.', issues: ['none'] })] }),
  }),
  aborted: runCompositeSync(oversight, {
    input: { task_brief: 'Free some disk space.' },
    model: scripted({
      actor: [
        say('', {
          data: { outcome: 'Removed /etc.', self_assessment: 'Went well.' },
          toolCalls: [{ id: 'c1', name: 'rm', arguments: { path: '/etc' } }],
        }),
      ],
      observer: ['System settings are gone.'],
      arbiter: [decide('abort', { reason: 'It destroys data.' })],
    }),
  }),
  adjusted: runCompositeSync(oversight, {
    input: { task_brief: 'Free some disk space.' },
    model: scripted({
      actor: ['Removed logs.', 'Moved logs.', 'Moved more logs.'],
      observer: ['Logs are gone.', 'Logs are safe.', 'Still safe.'],
      arbiter: [
        decide('adjust', { adjustment: 'Keep a copy of everything.' }),
        'Hm.',
        decide('adjust', { adjustment: 'Slower.' }),
      ],
    }),
  }),
  unresolved: runCompositeSync(proposerAdversary, {
    input: { task_brief: 'Where do we keep sessions?' },
    model: scripted({ proposer: ['In memory.'], adversary: ['A restart logs everybody out.'] }),
  }),
  'side by side': runCompositeSync(panel, {
    input: { task_brief: TASK },
    model: scripted({ left: ['a'], right: [say('b', { elapsedMs: 40 })], chair: ['c'] }),
  }),
  nested: runCompositeSync(panel, {
    input: { task_brief: TASK },
    components: { right: { composite: workerCritic, input: { criteria: CRITERIA } } },
    model: scripted({
      left: ['a'],
      worker: ['b1', 'b2'],
      critic: [reject({ reasoning: 'No source.' }), accept()],
      chair: ['c'],
    }),
  }),
  'failed inside': runCompositeSync(panel, {
    input: { task_brief: TASK },
    components: {
      left: { composite: workerCritic, input: { criteria: CRITERIA } },
      right: { composite: workerCritic, input: { criteria: CRITERIA } },
    },
    model: scripted({ 'left/worker': ['a'], 'right/worker': [fault.status(429, { retryAfterMs: 2000 })] }),
  }),
  'out of budget': runCompositeSync(workerCritic, {
    input: { task_brief: TASK, criteria: CRITERIA },
    model: scripted({ worker: ['a'], critic: [] }),
    budget: { calls: 1 },
  }),
}
