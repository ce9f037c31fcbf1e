import type { Run } from '../../src/trace/run.ts'
import type { Tally } from '../check/tally.ts'
import type { Shape } from '../table/shape.ts'

/** Tells a tally what happened in a run: slots called, decisions, faults, bounds, withholding. */
export function tellBehaviours({ events }: Run, { speakers }: Shape, tally: Tally): void {
  if (tally.closed) return
  for (const event of events)
    switch (event.kind) {
      case 'slot-called':
        tally.saw(`called ${event.request.slot}`)
        break
      case 'decision-read':
        tellDecision(pathOf(event.scope, event.slot), event.reading, speakers, tally)
        break
      case 'slot-failed':
        tally.saw(`fault ${event.fault.kind}`)
        break
      case 'bound-reached':
        tally.saw(`reached ${event.bound}`)
        break
      case 'criteria-withheld':
        tally.saw('criteria withheld')
        break
    }
}

/** The behaviours that a shape declares possible. */
export function declaredBehaviours({ speakers, config }: Shape, faults: boolean): readonly string[] {
  return [
    ...speakers.map(({ path }) => `called ${path}`),
    ...speakers.flatMap(({ path, decision, decides }) =>
      decision && decides ? [...decision.values, 'unreadable'].map((value) => `${path}: ${value}`) : [],
    ),
    ...config.filter(({ name }) => name.startsWith('max_')).map(({ name }) => `reached ${name}`),
    ...(faults ? FAULTS.map((kind) => `fault ${kind}`) : []),
  ]
}

// Helpers

const FAULTS = ['timeout', 'transport', 'status', 'malformed', 'empty', 'refusal', 'truncated']

/** `worker#2` and `critic` make `worker/critic`. */
const pathOf = (scope: string, slot: string) => (scope === '' ? slot : `${scope.replace(/#\d+/g, '')}/${slot}`)

function tellDecision(path: string, reading: object, speakers: Shape['speakers'], tally: Tally): void {
  const value = decisionIn(reading, speakers)
  tally.saw(`${path}: ${value}`)
  const decision = speakers.find((speaker) => speaker.path === path)?.decision
  if (decision === undefined || value === 'unreadable' || decision.values.includes(value) || tally.reasons.has(path))
    return
  const { field, values } = decision
  const odd = Object.hasOwn(reading, field)
    ? `What the "decides" of "${path}" gives has the ${field} "${value}", but its replySchema knows only ${values.map((one) => `"${one}"`).join(', ')}.`
    : `The replySchema of "${path}" names its decision "${field}", but what its "decides" gives has no such field: it has ${Object.keys(reading).join(', ')}.`
  tally.reasons.set(path, `${odd} Call it the same in both.`)
}

function decisionIn(reading: object, speakers: Shape['speakers']): string {
  const record = reading as { readonly [field: string]: unknown }
  if (record.readable === false) return 'unreadable'
  const field = speakers.find(({ decision }) => decision && Object.hasOwn(record, decision.field))?.decision?.field
  return field === undefined ? 'read' : String(record[field])
}
