/**
 * Tells whether a path fits a glob: `*` and `?` within a folder, `**` across folders, `{a,b}` for either.
 *
 * @param path - relative, joined by `/`
 * @param glob - as the plugin's `include` gives it
 */
export const matchesGlob = (path: string, glob: string): boolean =>
  alternatives(glob.replace(/^\.\//, '')).some((one) => folders(path.split('/'), one.split('/')))

// Helpers

function alternatives(glob: string): string[] {
  const close = glob.indexOf('}')
  const open = close < 0 ? -1 : glob.lastIndexOf('{', close)
  if (open < 0) return [glob]
  const [before, after] = [glob.slice(0, open), glob.slice(close + 1)]
  return glob
    .slice(open + 1, close)
    .split(',')
    .flatMap((word) => alternatives(`${before}${word}${after}`))
}

function folders(path: readonly string[], glob: readonly string[]): boolean {
  // reachable[i]: the globs so far fit the first i parts of the path.
  let reachable = path.map(() => false)
  reachable = [true, ...reachable]
  for (const part of glob)
    reachable =
      part === '**'
        ? reachable.map((_, i) => reachable.slice(0, i + 1).includes(true))
        : reachable.map((_, i) => i > 0 && reachable[i - 1]! && name(path[i - 1]!, part))
  return reachable.at(-1)!
}

function name(text: string, glob: string): boolean {
  let reachable = [true, ...Array.from(text, () => false)]
  const letters = [...text]
  for (const sign of glob)
    reachable =
      sign === '*'
        ? reachable.map((_, i) => reachable.slice(0, i + 1).includes(true))
        : reachable.map((_, i) => i > 0 && reachable[i - 1]! && (sign === '?' || sign === letters[i - 1]))
  return reachable.at(-1)!
}
