import { createRequire } from 'node:module'

/** One section of a source: its title in lower case, its paragraphs, and the items of its lists. */
export interface Section {
  readonly title: string
  readonly items: readonly ListItem[]
  readonly paragraphs: readonly { readonly text: string; readonly line: number }[]
}

/** One item of a list, with the items nested in it. */
export interface ListItem {
  readonly text: string
  /** From 1. */
  readonly line: number
  readonly items: readonly ListItem[]
}

/** Titles that say something about a contract. */
const KNOWN: ReadonlySet<string> = new Set([
  'ensures',
  'returns',
  'maintains',
  'requires',
  'parameters',
  'errors',
  'services',
  'shape',
  'invariants',
  'strategies',
  'description',
  'execution',
  'tools',
  'runtime',
  'environment',
  'continuity',
  'delegation',
  'config',
  'slots',
])

/**
 * Sections whose parts may have headings of their own. A function's returns are not among them: each of its names is an output.
 * Source: openprose/prose skills/open-prose/state/filesystem.md, faceted layout.
 */
const PARTED: ReadonlySet<string> = new Set(['ensures', 'maintains'])

/**
 * Finds the sections of the first unit in a Markdown source, under headings or under a line such as `ensures:`.
 * A second unit in the file, under a heading of its own, has its own sections and none of these.
 *
 * @param body - the source without its front matter
 * @param firstLine - the line of the file at which `body` begins
 */
export function sectionsOf(body: string, firstLine: number): readonly Section[] {
  const sections: Draft[] = []
  const lists: ListDraft[][] = []
  let level = 0
  let current: Draft | undefined
  let depth = 0
  // How deep the heading of the current section is; one that a line opens has no parts.
  let under = 0
  let heading = false
  for (const token of blocksOf(body)) {
    const line = (token.map?.[0] ?? 0) + firstLine
    if (token.type === 'heading_open') {
      heading = true
      depth = Number(token.tag.slice(1))
      if (depth < level) break // a new unit begins
      // What is promised may be told part by part, each under a heading of its own.
      const parted = current && depth > under && PARTED.has(current.title) ? current.title : undefined
      current = parted === undefined ? undefined : { title: parted, items: [], paragraphs: [] }
      if (current) sections.push(current)
    } else if (token.type === 'heading_close') heading = false
    else if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open')
      lists.push(lists.at(-1)?.at(-1)?.items ?? current?.items ?? [])
    else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop()
    else if (token.type === 'list_item_open') lists.at(-1)?.push({ text: '', line, items: [] })
    else if (token.type === 'inline') {
      const text = onOneLine(token.content)
      const title = heading || text.endsWith(':') ? text.replace(/:$/u, '').toLowerCase() : ''
      const item = lists.at(-1)?.at(-1)
      if (item) item.text = item.text === '' ? text : `${item.text} ${text}`
      else if (KNOWN.has(title)) {
        current = { title, items: [], paragraphs: [] }
        sections.push(current)
        under = heading ? depth : Number.POSITIVE_INFINITY
        if (heading && level === 0) level = depth
      } else if (!heading) current?.paragraphs.push({ text, line })
    }
  }
  return sections
}

// Helpers

/** Most content is on one line already, with single spaces. */
const onOneLine = (text: string): string => (/\s\s|[^\S ]|^ | $/u.test(text) ? text.replace(/\s+/gu, ' ').trim() : text)

interface ListDraft {
  text: string
  readonly line: number
  readonly items: ListDraft[]
}

interface Draft {
  readonly title: string
  readonly items: ListDraft[]
  readonly paragraphs: { text: string; line: number }[]
}

type Block = {
  readonly type: string
  readonly tag: string
  readonly content: string
  readonly map: readonly number[] | null
}

let parser: import('markdown-it').MarkdownIt | undefined

/** Blocks only: what stands inside a line is read by our own rules. Loaded on first use. */
function blocksOf(body: string): readonly Block[] {
  if (!parser) {
    const MarkdownIt = createRequire(import.meta.url)('markdown-it') as typeof import('markdown-it').default
    parser = new MarkdownIt('commonmark', { maxNesting: 30 })
    parser.core.ruler.disable(['inline', 'text_join'])
  }
  return parser.parse(body, {})
}
