import { type Composite, call, type Delegation, defineComposite, type Slot } from '../../src/composites/composite.ts'

/** What a test changes about the soloist. */
export interface SoloistChanges extends Partial<Omit<Composite<{ task_brief: string }, object>, 'slots' | 'delegate'>> {
  readonly speaker?: Partial<Slot>
  delegate?(input: { task_brief: string }, config: object): Delegation
}

/** A composite for tests: one slot, `speaker`, asked once; what a test is about can be changed. */
export function soloist({
  speaker,
  delegate,
  ...rest
}: SoloistChanges = {}): Composite<{ task_brief: string }, object> {
  return defineComposite<{ task_brief: string }, object>({
    name: 'soloist',
    kind: 'pattern',
    version: '0.1.0',
    description: 'Asks one role once.',
    input: { task_brief: { type: 'string', minLength: 1 } },
    config: {},
    self: 'pass the task on',
    prohibited: [],
    returns: { result: { description: 'the answer' } },
    invariants: [],
    ...rest,
    slots: {
      speaker: {
        primary: true,
        must: ['task_brief'],
        sees: [],
        requires: 'the task',
        ensures: 'an answer',
        shape: 'answer',
        output: 'answer',
        brief: ({ task_brief = '' }) => task_brief,
        ...speaker,
      },
    },
    delegate:
      delegate ??
      function* ({ task_brief }) {
        const answer = yield* call('speaker', { task_brief })
        return { result: answer.text }
      },
  })
}
