import { filesUnder } from '../../trace/files-under.ts'
import type { RunFile } from '../../trace/run-files.ts'
import type { LogReading } from '../dialects/log-reading.ts'
import type { Wiring } from '../manifests/wiring.ts'

/**
 * Published files that nothing declares and no line of the log names, in the order of the listing. What the caller bound, what a
 * statement without a name left, and what a later pass of a known name left are not among them.
 *
 * @param published - the folder of outputs
 */
export function findUnclaimed(
  listing: readonly RunFile[],
  { services, inputs }: Wiring,
  { events }: LogReading,
  published: string,
): readonly string[] {
  const claimed = new Set<string | null>([
    ...services.flatMap(({ outputs }) => outputs.map(({ binding }) => binding)),
    ...inputs.map(({ path }) => path),
    ...services.flatMap(({ inputs: own }) => own.map(({ path }) => path)),
  ])
  let names: ReadonlySet<string> | undefined
  const isKnown = (name: string) => {
    names ??= new Set([...services, ...events].map((named) => named.name))
    return names.has(name)
  }
  return filesUnder(listing, published)
    .filter(({ path, kind }) => kind === 'file' && !claimed.has(path))
    .map(({ path }) => path)
    .filter((path) => {
      const [name = '', ...deeper] = path
        .slice(published.length + 1)
        .replace(/\.[^./]*$/u, '')
        .split('/')
      if (deeper.length > 0) return name !== 'caller'
      return !/^anon_\d+$/u.test(name) && !isKnown(name.replace(/__\w+$/u, ''))
    })
}
