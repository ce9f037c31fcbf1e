import type { TribunalRecord } from '../../src/report/records.ts'
import { flowRecords, trialRecord } from './records.ts'

const at = (name: string, test: string) => ({ file: `scenarios/${name}.test.ts`, test })

export const leak = trialRecord({
  origin: at('oversight/private-thoughts', 'the observer does not hear what the actor thinks'),
})
export const leaking: TribunalRecord = {
  ...leak,
  run: { ...leak.run, header: { ...leak.run.header, runId: 'worker-critic-leaky-2c' } },
  flow: flowRecords(7),
  violations: [
    {
      law: 'no-private-text',
      message:
        'The critic’s brief holds what the worker wrote in private: born in worker call 1, seen in critic call 2.',
      event: 7,
    },
  ],
}

const failed: TribunalRecord = {
  ...trialRecord({ origin: at('worker-critic/faults', 'a timeout ends the run at once') }),
}
const cut = failed.run.events.slice(0, 3)
export const timedOut: TribunalRecord = {
  ...failed,
  run: {
    ...failed.run,
    header: { ...failed.run.header, runId: 'worker-critic-e90c' },
    status: 'failed',
    result: null,
    usage: { calls: 2, inputTokens: 90, outputTokens: 12 },
    failure: { kind: 'fault', message: 'critic, call 1: no reply within 30 s', scope: '', slot: 'critic', call: 1 },
    events: [
      ...cut,
      {
        kind: 'slot-failed',
        scope: '',
        slot: 'critic',
        call: 1,
        fault: { kind: 'timeout', message: 'no reply within 30 s' },
      },
    ],
  },
}

const bounded = trialRecord({ origin: at('worker-critic/budget', 'the budget runs out') })
export const outOfRounds: TribunalRecord = {
  ...bounded,
  run: {
    ...bounded.run,
    header: { ...bounded.run.header, runId: 'worker-critic-5b1e90' },
    events: [
      ...bounded.run.events.slice(0, 9),
      { kind: 'decision-read', scope: '', slot: 'critic', call: 2, reading: { via: 'none', readable: false } },
      { kind: 'criteria-withheld', scope: '', slot: 'critic', fields: ['reasoning'] },
      { kind: 'bound-reached', scope: '', bound: 'max_rounds', limit: 2 },
    ],
  },
}
