import fc from 'fast-check'
import type { AnyComposite } from '../../src/composites/composite.ts'
import { ModelFault, type ModelProvider, type ModelReply } from '../../src/providers/model.ts'
import { runComposite } from '../../src/run/run-composite.ts'
import type { Run } from '../../src/trace/run.ts'
import type { Check } from '../check/check.ts'
import { declaredBehaviours, tellBehaviours } from '../laws/behaviours.ts'
import { printComposite } from '../print/print-composite.ts'
import { type CompositeOptions, compositeSubject, runOptions } from '../subjects/composite-subject.ts'
import type { Subject, Trial } from '../subjects/subject.ts'
import type { Sketch } from '../table/sketch.ts'
import { sketches } from '../table/sketches.ts'
import type { Table } from '../table/table.ts'

/** One try: what is said, and who answers first. */
type Schedule = readonly [sketch: Sketch, scheduler: fc.Scheduler]

/** Runs a composite with a model that answers whenever the scheduler lets it. */
export type AsyncRunner = typeof runComposite

/**
 * Makes ready the law that it does not matter who answers first: result, requests and the order of events are the same whatever
 * order the answers of calls side by side come in, and the same as without any waiting.
 */
export function concurrencyCheck(
  composite: AnyComposite,
  options: CompositeOptions,
  runner: AsyncRunner = runComposite,
): Check<Schedule> {
  const subject = compositeSubject(composite, options)
  return {
    law: 'concurrency',
    statement: 'Whoever answers first: result, requests and the order of events are the same.',
    source: 'docs/decisions/0002',
    subject: composite.name,
    origin: subject.origin,
    arbitrary: fc.tuple(sketches(subject.shape, { faults: false }), fc.scheduler()),
    declared: declaredBehaviours(subject.shape, false),
    async attempt([sketch, scheduler], tally) {
      const { run, table } = subject.attempt({ sketch })
      tellBehaviours(run, subject.shape, tally)
      const sideBySide = run.events.filter((event) => event.kind === 'slot-called' && (event.parallel ?? 0) > 0).length
      if (sideBySide > 0) tally.counted()
      const model = scheduled(table, scheduler)
      const asked = runner(composite, {
        id: 'try',
        ...runOptions(options, table),
        model,
        budget: { calls: subject.most + 1 },
      } as never)
      const other = await scheduler.waitFor(asked)
      return differences(run, other).map((message) => ({
        invariant: 'concurrency',
        event: 0,
        message,
        witness: [String(scheduler)],
      }))
    },
    async print([sketch, scheduler]) {
      const { table } = subject.attempt({ sketch })
      const order: number[] = []
      const model = scheduled(table, scheduler, order)
      await scheduler.waitFor(
        runner(composite, {
          id: 'try',
          ...runOptions(options, table),
          model,
          budget: { calls: subject.most + 1 },
        } as never),
      )
      const parts = { ...runOptions(options, table), said: table.said }
      return printComposite(composite, options, [parts, { ...parts, order }], {
        title: `${composite.name} keeps the law "concurrency"`,
        assertions: ['expect(twin.events).toEqual(run.events)'],
        imports: {},
      })
    },
  }
}

/** Whether a composite ever asks several slots side by side, as far as a few tries show. */
export function asksSideBySide(subject: Subject<Trial>): boolean {
  const tried = fc.sample(sketches(subject.shape, { faults: false }), { numRuns: 20, seed: 1 })
  return tried.some((sketch) =>
    subject
      .attempt({ sketch })
      .run.events.some((event) => event.kind === 'slot-called' && event.parallel !== undefined),
  )
}

// Helpers

/** Says what the table has said, the k-th call of each slot counted when it is made, answered when the scheduler says so. */
function scheduled(table: Table, scheduler: fc.Scheduler, order: number[] = []): ModelProvider {
  const counts = new Map<string, number>()
  let made = 0
  const answer = scheduler.scheduleFunction(async (said: ModelReply | ModelFault | undefined, call: number) => {
    order.push(call)
    if (said instanceof ModelFault) throw said
    return said ?? { text: '' }
  })
  return {
    id: table.id,
    respond({ slot }) {
      const k = counts.get(slot) ?? 0
      counts.set(slot, k + 1)
      return answer(table.said.get(slot)?.[k], ++made)
    },
  }
}

function differences(run: Run, other: Run): readonly string[] {
  if (JSON.stringify(run.result) !== JSON.stringify(other.result)) return ['the result depends on who answers first']
  if (JSON.stringify(requests(run)) !== JSON.stringify(requests(other)))
    return ['what is asked depends on who answers first']
  return JSON.stringify(run.events) === JSON.stringify(other.events)
    ? []
    : ['the order of events depends on who answers first']
}

const requests = ({ events }: Run) => events.flatMap((event) => (event.kind === 'slot-called' ? [event.request] : []))
