/** A path that a manifest names: inside the run, without its fragment; or `outside`. */
export type RunPath = { readonly inside: string } | { readonly outside: string }

/** Resolves a path against the run directory; what leaves the directory is named, never followed. */
export function runPath(text: string): RunPath {
  const plain = text.endsWith('/') ? text.slice(0, -1) : text
  if (PLAIN.test(plain)) return { inside: plain }
  const path = text.split('#', 1)[0]!.trim()
  if (path === '' || path.includes('\0')) return { outside: text }
  if (/^(?:[/\\~]|[A-Za-z]:|[a-z][a-z0-9+.-]*:\/\/)/u.test(path)) return { outside: text }
  const kept: string[] = []
  for (const segment of path.split(/[/\\]/u)) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') kept.push(segment)
    else if (kept.pop() === undefined) return { outside: text }
  }
  return { inside: kept.join('/') }
}

// Helpers

/** Names joined by slashes, none of which begins with a dot: most paths, and nothing has to be resolved in them. */
const PLAIN = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/
