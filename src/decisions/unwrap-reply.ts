import { findFences } from '../json/find-fences.ts'

/**
 * Takes off what is wrapped around the whole of a reply: white space, quotation marks, Markdown emphasis, one fence,
 * one level of block quote at a time. What stands in a quote or fence of its own stays: it is somebody else's words.
 */
export function unwrapReply(text: string): string {
  let body = text
  // A bound, so that a reply that is nothing but wrapping still reads in linear time.
  for (let layer = 0; layer < 12; layer++) {
    const inner = withoutFence(withoutQuoteMarks(withoutPair(body))).trim()
    if (inner === body) return body
    body = inner
  }
  return body
}

/** How many block quotes a line stands in, and where its own words begin. */
export function quoteDepth(line: string, limit = Number.POSITIVE_INFINITY): { depth: number; start: number } {
  let depth = 0
  let start = 0
  for (let at = 0; depth < limit; at++) {
    const char = line.charAt(at)
    if (char === '>') {
      depth++
      start = line.charAt(at + 1) === ' ' ? at + 2 : at + 1
    } else if (char !== ' ' && char !== '\t') break
  }
  return { depth, start }
}

// Helpers

const PAIRS = new Map(['""', "''", '“”', '‘’', '«»', '„“', '「」', '**', '__', '``'].map((pair) => [pair[0], pair[1]]))

function withoutPair(text: string): string {
  const first = text.charAt(0)
  const last = PAIRS.get(first)
  if (last === undefined || text.startsWith('```')) return text
  let run = 0
  while (run * 2 + 2 <= text.length && text[run] === first && text[text.length - 1 - run] === last) run++
  const inner = text.slice(run, text.length - run)
  // "**a** and **b**" is not one emphasis around everything; in front of a fence or block quote the mark is nothing else.
  return inner.includes(last) && !/^[\s"'“‘«„「*_]*(?:```|~~~|>)/.test(inner) ? text : inner
}

function withoutQuoteMarks(text: string): string {
  if (!text.startsWith('>')) return text
  const lines = text.split('\n')
  const depths = lines.filter((line) => line.trim() !== '').map((line) => quoteDepth(line).depth)
  const shared = depths.reduce((least, depth) => Math.min(least, depth))
  return lines.map((line) => line.slice(quoteDepth(line, shared).start)).join('\n')
}

function withoutFence(text: string): string {
  const fence = findFences(text)[0]
  return fence && fence.start === 0 && fence.end === text.length
    ? text.slice(fence.contentStart, fence.contentEnd)
    : text
}
