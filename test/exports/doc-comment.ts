/** What a docstring says. */
export interface DocComment {
  /** The text before the first tag. */
  readonly summary: string
  /** Parameter name → what is said of it. */
  readonly params: ReadonlyMap<string, string>
  /** The fenced TypeScript blocks of its examples. */
  readonly examples: readonly Example[]
}

/** One fenced block, without its fence. */
export interface Example {
  readonly code: string
  /** What stands behind the language in the fence. */
  readonly info: string
}

/**
 * Reads the inside of a docstring.
 *
 * @param comment - the comment between its delimiters, first star included
 */
export function readDocComment(comment: string): DocComment {
  const text = comment
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?|^ /, ''))
    .join('\n')
  const [summary = '', ...tags] = `\n${text}`.split(/^(?=@[a-z]+\b)/m)
  const params = tags.flatMap((tag) => {
    const [, name, said] = /^@param (\w+) - (\S[\s\S]*)$/.exec(tag) ?? []
    return name && said ? [[name, said.trim()] as const] : []
  })
  return {
    summary: summary.trim(),
    params: new Map(params),
    examples: tags.filter((tag) => tag.startsWith('@example')).flatMap((tag) => tsBlocksIn(tag)),
  }
}

/** The fenced TypeScript blocks of a Markdown text. */
export function tsBlocksIn(markdown: string): (Example & { readonly line: number })[] {
  const blocks: (Example & { line: number })[] = []
  let open: { line: number; info: string; lines: string[] } | undefined
  for (const [index, line] of markdown.split('\n').entries()) {
    if (open && line.trim() === '```') {
      blocks.push({ code: `${open.lines.join('\n')}\n`, info: open.info, line: open.line })
      open = undefined
    } else if (open) open.lines.push(line)
    else {
      const fence = /^\s*```ts\b(.*)$/.exec(line)
      if (fence) open = { line: index + 1, info: (fence[1] ?? '').trim(), lines: [] }
    }
  }
  return blocks
}
