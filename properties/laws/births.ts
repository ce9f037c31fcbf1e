import type { Reply } from '../../src/composites/reply.ts'
import type { Run, RunEvent } from '../../src/trace/run.ts'
import { markersIn, ownMarkersIn } from '../table/marker.ts'

/** Where the datum of a marker came into the world, and who quoted it since. */
export interface Birth {
  /** The label with its instance, as `critic.reading.issues 2`. */
  readonly label: string
  /** The replies that held it before an event, in order, without the one it was born in. */
  hops(before: number): readonly string[]
}

/** Marker → birth. */
export type Births = ReadonlyMap<string, Birth>

/** Finds where each marker of a run was born: the first place that has it as its own, outside any quote. */
export function birthsIn({ events }: Run): Births {
  const births = new Map<string, { label: string; born: number; sightings: { label: string; index: number }[] }>()
  for (const [index, event] of events.entries())
    for (const [label, text] of channelsOf(event)) {
      const plain = text.toLowerCase().replace(/\s+/g, '')
      for (const marker of ownMarkersIn(plain))
        if (!births.has(marker)) births.set(marker, { label, born: index, sightings: [] })
      for (const marker of markersIn(plain)) {
        const birth = births.get(marker)
        if (birth && birth.born !== index && birth.sightings.at(-1)?.index !== index)
          birth.sightings.push({ label, index })
      }
    }
  return new Map(
    [...births].map(([marker, { label, sightings }]) => [
      marker,
      { label, hops: (before) => sightings.filter(({ index }) => index < before).map((sighting) => sighting.label) },
    ]),
  )
}

// Helpers

/** The channels of what an event brings, with the most telling label first. */
function* channelsOf(event: RunEvent): Generator<readonly [label: string, text: string]> {
  const at = event.scope === '' ? '' : `${event.scope}/`
  if (event.kind === 'run-started')
    for (const [name, value] of Object.entries(event.input)) yield [`${at}${name}`, plain(value)]
  if (event.kind === 'slot-failed') yield [`${at}${event.slot}.fault ${event.call}`, String(event.fault.message)]
  if (event.kind === 'slot-replied')
    for (const [channel, text] of channelsOfReply(event.reply))
      yield [`${at}${event.slot}.${channel} ${event.call}`, text]
}

function* channelsOfReply({
  text,
  data,
  reading,
  toolCalls,
  private: hidden = {},
}: Reply): Generator<readonly [string, string]> {
  for (const [field, value] of Object.entries(reading ?? {})) yield [`reading.${field}`, plain(value)]
  yield ['text', text]
  if (data !== undefined) yield ['data', plain(data)]
  for (const [field, value] of Object.entries(hidden)) yield [`private.${field}`, value]
  if (toolCalls !== undefined) yield ['toolCalls', plain(toolCalls)]
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
