import { call, callAll, defineComposite } from '../../src/composites/composite.ts'

/** A composite for tests: two members answer side by side, a chair sums up. */
export const panel = defineComposite({
  name: 'panel',
  kind: 'pattern',
  version: '0.1.0',
  description: 'Asks two members at once and a chair after them.',
  input: { task_brief: { type: 'string', minLength: 1 } },
  config: {},
  slots: {
    left: member('left'),
    right: member('right'),
    chair: {
      must: ['task_brief', 'left.text', 'right.text'],
      sees: [],
      requires: 'the task and both answers',
      ensures: 'a summary',
      shape: 'sum up',
      output: 'summary',
      brief: ({ task_brief = '', left = '', right = '' }) => `${task_brief}\n\n${left}\n\n${right}`,
    },
  },
  self: 'ask both, then the chair',
  prohibited: [],
  returns: { result: { description: 'the summary', from: ['chair'] } },
  invariants: [],
  *delegate({ task_brief }: { task_brief: string }) {
    const [left, right] = yield* callAll([
      ['left', { task_brief }],
      ['right', { task_brief }],
    ])
    const summary = yield* call('chair', { task_brief, left: left!.text, right: right!.text })
    return { result: summary.text }
  },
})

// Helpers

function member(output: string) {
  return {
    must: ['task_brief'],
    sees: [],
    requires: 'the task',
    ensures: 'an answer',
    shape: 'answer',
    output,
    brief: ({ task_brief = '' }: { readonly [name: string]: string | undefined }) => task_brief,
  }
}
