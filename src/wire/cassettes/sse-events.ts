import { isObject, type Json } from '../../json/json.ts'
import type { CassetteEvent } from './cassette.ts'
import { exactJson } from './exact-json.ts'

/**
 * The events of a stream, as the specification of server-sent events reads them. What is no event is not kept: comments, and a last
 * part that the stream ended inside of.
 *
 * @param text - the whole stream
 * @param ended - whether it ended by itself; then a last event without its empty line counts
 */
export function readEvents(text: string, ended: boolean): readonly CassetteEvent[] {
  const events: CassetteEvent[] = []
  let open: Open = {}
  const close = () => {
    if (Object.keys(open).length > 0) events.push(settled(open))
    open = {}
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  // What stands behind the last line break is no whole line.
  const last = lines.pop() ?? ''
  for (const line of lines)
    if (line === '') close()
    else readLine(line, open)
  if (ended) {
    if (last !== '') readLine(last, open)
    close()
  }
  return events
}

/** An event as it goes over the wire. */
export function writeEvent({ event, data, id, retry }: CassetteEvent): string {
  const lines: string[] = []
  if (event !== undefined) lines.push(`event: ${event}`)
  if (id !== undefined) lines.push(`id: ${id}`)
  if (retry !== undefined) lines.push(`retry: ${retry}`)
  const text = dataText(data)
  if (text !== undefined) for (const line of text.split(/\r\n|\n|\r/)) lines.push(`data: ${line}`)
  return `${lines.join('\n')}\n\n`
}

/** What an event carries, as the text that it was. */
export const dataText = (data: Json | undefined): string | undefined =>
  data === undefined || typeof data === 'string' ? data : JSON.stringify(data)

// Helpers

interface Open {
  event?: string
  data?: string
  id?: string
  retry?: number
}

function readLine(line: string, open: Open): void {
  const colon = line.indexOf(':')
  const field = colon === -1 ? line : line.slice(0, colon)
  const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
  if (field === 'data') open.data = open.data === undefined ? value : `${open.data}\n${value}`
  else if (field === 'event' || field === 'id') open[field] = value
  else if (field === 'retry' && /^\d{1,9}$/.test(value)) open.retry = Number(value)
}

/** Data that is JSON can be read in the file; anything but an object or a list stays the text that it is. */
function settled({ data, ...rest }: Open): CassetteEvent {
  if (data === undefined) return rest
  const json = exactJson(data)
  return { ...rest, data: Array.isArray(json) || isObject(json) ? json : data }
}
