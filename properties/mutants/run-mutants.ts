import type { AnyComposite } from '../../src/composites/composite.ts'
import { callAll, defineComposite } from '../../src/composites/composite.ts'
import { oversight } from '../../src/composites/oversight.ts'
import { proposerAdversary } from '../../src/composites/proposer-adversary.ts'
import type { Reply } from '../../src/composites/reply.ts'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import { runComposite } from '../../src/run/run-composite.ts'
import type { Run, RunEvent } from '../../src/trace/run.ts'
import type { Check } from '../check/check.ts'
import { subjectCheck } from '../check/subject-check.ts'
import { type AsyncRunner, concurrencyCheck } from '../concurrency/concurrency-check.ts'
import { SUBJECT_LAWS } from '../laws/subject-laws.ts'
import { modelCheck } from '../models/model-check.ts'
import { REFERENCE_MODELS } from '../models/reference-models.ts'
import { compositeSubject } from '../subjects/composite-subject.ts'
import { type Fault, tampered } from './tamper.ts'

/** A runner, or a composite against its reference model, with one fault planted, and its law made ready. */
export interface RunMutant {
  readonly name: string
  readonly subject: string
  // biome-ignore lint/suspicious/noExplicitAny: each check knows its own values
  readonly check: Check<any>
}

/** Three judges side by side: what the law of concurrency is tried on. */
export const panel: AnyComposite = defineComposite({
  name: 'panel',
  kind: 'pattern',
  version: '0.1.0',
  description: 'Asks two judges side by side.',
  input: { task_brief: { type: 'string', minLength: 1 } },
  config: {},
  slots: Object.fromEntries(
    ['left', 'right'].map((name) => [
      name,
      {
        must: ['task_brief'],
        sees: [],
        requires: 'the task',
        ensures: 'an opinion',
        shape: 'judge',
        output: 'opinion',
        brief: ({ task_brief }: { task_brief: string }) => task_brief,
      },
    ]),
  ),
  self: 'ask both',
  prohibited: [],
  invariants: [],
  returns: { result: { description: 'both opinions' } },
  *delegate({ task_brief }: { task_brief: string }) {
    const opinions = yield* callAll([
      ['left', { task_brief }],
      ['right', { task_brief }],
      ['left', { task_brief }],
    ])
    return { result: opinions.map(({ text }) => text) }
  },
} as AnyComposite)

/** Runners and composites that each do one thing wrong. */
export const runMutants: readonly RunMutant[] = [
  edited('does not say which call failed', (event) =>
    event.kind === 'run-failed' ? { ...event, failure: { ...event.failure, call: 0 } } : event,
  ),
  edited('takes a failed call for the end of its work', (event) =>
    event.kind === 'run-failed' ? { at: event.at, scope: event.scope, kind: 'run-completed', result: {} } : event,
  ),
  edited('goes on after a failed call', (event, { events }) =>
    event.kind === 'run-failed' ? [...events.filter(({ kind }) => kind === 'slot-called').slice(0, 1), event] : event,
  ),

  racing('records replies as they arrive'),
  {
    name: 'returns opinions as they arrive',
    subject: 'panel',
    check: concurrencyCheck(panel, {}, firstComeFirstServed),
  },

  modelled('stops one round short', workerCritic, {
    config: ({ max_rounds = 3 }) => ({ max_rounds: Math.max(1, max_rounds - 1) }),
  }),
  modelled('stops one cycle short', oversight, {
    config: ({ max_cycles = 3, ...config }) => ({ ...config, max_cycles: Math.max(1, max_cycles - 1) }),
  }),
  modelled('takes a mumble for an abort', oversight, {
    hear: (slot, reply) =>
      slot === 'arbiter' && reply.reading?.readable === false
        ? { ...reply, reading: { ...reply.reading, decision: 'abort', reason: reply.text } as never }
        : reply,
  }),
  modelled('keeps to the first adjustment', oversight, {
    hear: (slot, reply, { replies }) =>
      slot === 'arbiter' && adjusts(reply) ? (replies.arbiter?.find(adjusts) ?? reply) : reply,
  }),
  modelled('keeps an empty proposal to itself', proposerAdversary, {
    end: ({ result }) => ({
      result: { ...(result as object), proposal: (result as { proposal: string }).proposal || 'none' },
    }),
  }),
]

// Helpers

function adjusts({ reading }: Reply): boolean {
  return (reading as { decision?: string } | undefined)?.decision === 'adjust'
}

/** A run recorded wrongly. */
function edited(name: string, edit: (event: RunEvent, run: Run) => RunEvent | readonly RunEvent[]): RunMutant {
  const subject = compositeSubject(workerCritic)
  const faulty = {
    ...subject,
    attempt: (attempt: Parameters<typeof subject.attempt>[0]) => {
      const { run, ...trial } = subject.attempt(attempt)
      return { run: { ...run, events: run.events.flatMap((event) => edit(event, run)) }, ...trial }
    },
  }
  return {
    name,
    subject: 'runCompositeSync',
    check: subjectCheck(SUBJECT_LAWS.find((law) => law.name === 'results')!, faulty),
  }
}

function modelled(name: string, composite: AnyComposite, fault: Fault): RunMutant {
  const mutant = tampered(composite, fault)
  return { name, subject: composite.name, check: modelCheck(mutant, REFERENCE_MODELS[composite.name]!) }
}

/** Events by arrival instead of by call. */
function racing(name: string): RunMutant {
  const runner = (async (composite: AnyComposite, options: Parameters<AsyncRunner>[1]) => {
    const arrived: string[] = []
    const run = await runComposite(composite, { ...options, model: arriving(options.model as never, arrived) } as never)
    const replied = run.events.filter((event) => event.kind === 'slot-replied')
    const byArrival = arrived.map((name) => replied.find(({ slot, call }) => `${slot} ${call}` === name)!)
    return { ...run, events: run.events.map((event) => (event.kind === 'slot-replied' ? byArrival.shift()! : event)) }
  }) as AsyncRunner
  return { name, subject: 'runComposite', check: concurrencyCheck(panel, {}, runner) }
}

/** The result by arrival instead of by call. */
async function firstComeFirstServed(composite: AnyComposite, options: Parameters<AsyncRunner>[1]): Promise<Run> {
  const arrived: string[] = []
  const run = await runComposite(composite, { ...options, model: arriving(options.model as never, arrived) } as never)
  const texts = arrived.map((name) =>
    run.events.find((event) => event.kind === 'slot-replied' && `${event.slot} ${event.call}` === name),
  )
  return { ...run, result: { result: texts.map((event) => (event?.kind === 'slot-replied' ? event.reply.text : '')) } }
}

/** Notes which call of which slot is answered when. */
function arriving(
  model: { readonly id: string; respond(request: { readonly slot: string }): Promise<unknown> },
  arrived: string[],
) {
  const counts = new Map<string, number>()
  return {
    id: model.id,
    async respond(request: { readonly slot: string }) {
      const call = (counts.get(request.slot) ?? 0) + 1
      counts.set(request.slot, call)
      try {
        return await model.respond(request)
      } finally {
        arrived.push(`${request.slot} ${call}`)
      }
    },
  }
}
