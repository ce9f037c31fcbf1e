import { isObject, type Json } from '../../json/json.ts'
import type { CassetteEvent } from './cassette.ts'
import type { Redaction } from './redaction.ts'

/**
 * Takes secrets out of the events of a stream, also those that came in fragments: a text that is sent piece by piece is looked at as a
 * whole, and where something has to go, all of it comes in the first piece.
 */
export function redactEvents(events: readonly CassetteEvent[], redaction: Redaction): readonly CassetteEvent[] {
  const pieces = new Map<string, Piece[]>()
  const opened = events.map(({ event, data, ...rest }) => {
    const copy = data === undefined ? undefined : structuredClone(data)
    const entry = { ...rest, ...(event === undefined ? {} : { event: redaction.text(event) }), data: copy }
    if (typeof copy === 'object' && copy !== null) collect(copy, `${event ?? ''} ${typeOf(copy)}`, pieces)
    else if (typeof copy === 'string') add(pieces, `${event ?? ''}`, { holder: entry, key: 'data' })
    return entry
  })
  for (const list of pieces.values()) {
    const texts = list.map(({ holder, key }) => holder[key] as string)
    // What is the same in every event is no fragment of anything.
    if (new Set(texts).size < 2) continue
    const kept = redaction.json(texts.join('')) as string
    if (kept === texts.map((text) => redaction.json(text)).join('')) continue
    for (const [i, { holder, key }] of list.entries()) holder[key] = i === 0 ? kept : ''
  }
  return opened.map(({ data, ...rest }) => (data === undefined ? rest : { ...rest, data: redaction.json(data) }))
}

// Helpers

/** Where one fragment of a text stands. */
interface Piece {
  readonly holder: Record<string, unknown>
  readonly key: string
}

/** Finds every text of an event, by the place that it has in events of its kind. */
function collect(value: Json, place: string, pieces: Map<string, Piece[]>): void {
  if (typeof value !== 'object' || value === null) return
  // The numbers of an object say which of several texts, that grow side by side, a fragment belongs to.
  const here = `${place}${indicesOf(value)}`
  for (const [key, one] of Object.entries(value)) {
    // Elements are told apart by their own numbers, as the place in a list means nothing in a fragment.
    const below = `${here}/${Array.isArray(value) && isObject(one) && indicesOf(one as Json) !== '' ? '*' : key}`
    if (typeof one === 'string') add(pieces, below, { holder: value as unknown as Record<string, unknown>, key })
    else collect(one as Json, below, pieces)
  }
}

const add = (pieces: Map<string, Piece[]>, place: string, piece: Piece): void => {
  const known = pieces.get(place)
  if (known) known.push(piece)
  else pieces.set(place, [piece])
}

const typeOf = (value: Json): string => (isObject(value) && typeof value.type === 'string' ? value.type : '')

const indicesOf = (value: Json): string =>
  !isObject(value)
    ? ''
    : Object.entries(value)
        .filter(([name, one]) => typeof one === 'number' && /(?:^|_)index$/.test(name))
        .map(([name, one]) => `${name}=${one}`)
        .join(',')
