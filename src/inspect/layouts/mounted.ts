import { isObject } from '../../json/json.ts'
import { parseJson } from '../../json/parse-json.ts'
import type { RunFiles } from '../../trace/run-files.ts'
import { readTopology } from '../manifests/read-topology.ts'
import { NO_WIRING } from '../manifests/wiring.ts'
import { hasFolder, type Layout } from './layout.ts'
import { standaloneFunction } from './standalone-function.ts'

/**
 * `vm.log.md`, `root.prose.md`, `compiled-intent.json`, with what each node publishes in `world-model/<node>/` and its receipts in
 * `receipts/<node>.jsonl`. The receipts are the truth; the log only tells the order.
 */
export const mounted: Layout = {
  id: 'mounted',
  recognise: (files) =>
    hasFolder(files, 'world-model') ||
    hasFolder(files, 'receipts') ||
    (files.stat('compiled-intent.json') !== undefined && !standaloneFunction.recognise(files)),
  locate: () => ({
    log: 'vm.log.md',
    root: 'root.prose.md',
    manifest: 'compiled-intent.json',
    receipts: 'receipts',
    published: 'world-model',
  }),
  wire: ({ files, manifest, root }) => {
    const parsed = manifest === null ? undefined : parseJson(manifest, { allowBom: true })
    const system = root?.name ?? ''
    if (!parsed?.ok || !isObject(parsed.value)) return { ...NO_WIRING, system, readable: manifest === null }
    const intent = parsed.value
    const isNested = isObject(intent.topology)
    const topology = readTopology(
      isNested ? (intent.topology as Record<string, unknown>) : intent,
      isNested ? '/topology' : '',
      (node) => publishedFile(files, node),
    )
    const inputs = root?.requires ?? []
    return {
      ...NO_WIRING,
      system,
      // A node may read another as well: what the topology's nodes give is no input of the caller.
      inputs: inputs.map((name) => ({ name, path: `world-model/caller/${name}.md`, optional: true })),
      returns: topology.ends.map((name) => ({
        name,
        service: name,
        path: publishedFile(files, name),
        optional: false,
      })),
      services: topology.services.map((service) => ({
        ...service,
        source: `sources/${leafOf(service.name)}.prose.md`,
      })),
      edges: topology.edges,
      external: topology.external,
      irregular: topology.irregular,
    }
  },
}

/** The folder of a node under `world-model`. */
export function nodeFolder(files: RunFiles, node: string): string {
  const whole = `world-model/${node}`
  return files.list().some(({ path }) => path.startsWith(`${whole}/`)) ? whole : `world-model/${leafOf(node)}`
}

// Helpers

/** The first file of what a node publishes; its folder when it publishes nothing. */
function publishedFile(files: RunFiles, node: string): string {
  const folder = nodeFolder(files, node)
  const found = files
    .list()
    .find(
      ({ path, kind }) => kind === 'file' && path.startsWith(`${folder}/`) && !path.slice(folder.length).includes('/.'),
    )
  return found?.path ?? folder
}

/** `responsibility.digest` may lie in a folder of its whole name or of its last part. */
const leafOf = (node: string): string => node.slice(node.lastIndexOf('.') + 1)
