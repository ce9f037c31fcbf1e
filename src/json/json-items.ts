import { type JsonScan, scanJson, skipSpace } from './scan-json.ts'

/**
 * Reads the items of a JSON array one by one, so that no more than one of them has to be held. After a fault that leaves open
 * where the item ends, or that lies between items, there are no more.
 *
 * @param text - one array, a byte order mark before it or not
 * @param maxDepth - levels in an item
 * @param maxHolders - arrays and objects in an item
 */
export function* jsonItems(text: string, maxDepth = 100, maxHolders?: number): Generator<JsonScan> {
  let at = skipSpace(text, text.startsWith('\uFEFF') ? 1 : 0)
  if (text[at] !== '[') return yield fault('Expected an array', at)
  at = skipSpace(text, at + 1)
  const isEmpty = text[at] === ']'
  while (!isEmpty) {
    const item = scanJson(text, at, maxDepth, maxHolders)
    yield item
    if (!item.closed) return
    at = skipSpace(text, item.end)
    if (text[at] === ']') break
    if (text[at] !== ',') return yield fault('Expected a comma or the end of the array', at)
    at = skipSpace(text, at + 1)
  }
  const rest = skipSpace(text, at + 1)
  if (rest < text.length) yield fault('More text after the array', rest)
}

// Helpers

const fault = (message: string, offset: number): JsonScan => ({
  fault: { problem: 'syntax', message: `${message}, at offset ${offset}`, pointer: '', offset },
  end: offset,
  closed: false,
})
