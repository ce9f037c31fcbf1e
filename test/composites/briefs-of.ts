import type { Run } from '../../src/trace/run.ts'

/** The briefs that a slot was given, in order; of one slot of the run itself, or by its path in nested runs. */
export const briefsOf = (run: Run, slot: string): readonly string[] =>
  run.events.flatMap((event) =>
    event.kind === 'slot-called' && event.request.slot === slot ? [event.request.brief] : [],
  )

/** What happened, in one word each, without what every run has. */
export const kindsOf = (run: Run): readonly string[] =>
  run.events.map((event) =>
    'slot' in event && event.kind !== 'criteria-withheld' ? `${event.kind} ${event.slot}` : event.kind,
  )
