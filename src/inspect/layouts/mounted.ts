import { isObject } from '../../json/json.ts'
import { filesUnder } from '../../trace/files-under.ts'
import type { RunFiles } from '../../trace/run-files.ts'
import type { Contract } from '../contracts/contract.ts'
import { decodeText } from '../dialects/text-lines.ts'
import { manifestInJson } from '../manifests/manifest-in-json.ts'
import { readTopology, undeclaredNodes } from '../manifests/read-topology.ts'
import { NO_WIRING, type Wiring } from '../manifests/wiring.ts'
import { hasFolder, type Layout } from './layout.ts'

/**
 * `vm.log.md`, `root.prose.md`, `compiled-intent.json`, with what each node publishes in `world-model/<node>/` and its receipts in
 * `receipts/<node>.jsonl`, or all of them in `receipts.json`. The receipts are the truth; the log only tells the order.
 */
export const mounted: Layout = {
  id: 'mounted',
  recognise: (files) => hasFolder(files, 'world-model') || hasFolder(files, 'receipts'),
  fallsBack: (files) => files.stat('compiled-intent.json') !== undefined,
  published: 'world-model',
  versions: { of: stampedVersion, file: publishedFile, nodes: publishedNodes },
  locate: (files) => ({
    log: 'vm.log.md',
    root: 'root.prose.md',
    manifest: 'compiled-intent.json',
    // Some machines keep all receipts in one file.
    receipts: !hasFolder(files, 'receipts') && files.stat('receipts.json') !== undefined ? 'receipts.json' : 'receipts',
  }),
  wire: ({ files, manifest, root }) => {
    const published = (node: string) => publishedFile(files, node)
    const alone = () => ({
      ...NO_WIRING,
      system: root?.name ?? '',
      services: undeclaredNodes([...publishedNodes(files).keys()], published),
    })
    if (manifest === null) return alone()
    return manifestInJson(manifest, (intent) => wiringOf(intent, root, published), alone)
  },
}

// Helpers

function wiringOf(intent: Record<string, unknown>, root: Contract | null, published: (node: string) => string): Wiring {
  const nested = isObject(intent.topology) ? intent.topology : undefined
  const topology = readTopology(nested ?? intent, nested ? '/topology' : '', published)
  return {
    ...NO_WIRING,
    system: root?.name ?? '',
    // A node may read another as well: what the topology's nodes give is no input of the caller.
    inputs: (root?.requires ?? []).map((name) => ({ name, path: `world-model/caller/${name}.md`, optional: true })),
    returns: topology.ends.map((name) => ({ name, service: name, path: published(name), optional: false })),
    services: topology.services.map((service) => ({ ...service, source: `sources/${leafOf(service.name)}.prose.md` })),
    edges: topology.edges,
    external: topology.external,
    irregular: topology.irregular,
  }
}

/** The address in a node's `.version`. */
function stampedVersion(files: RunFiles, node: string): string {
  const path = `${nodeFolder(files, node)}/.version`
  return files.stat(path)?.kind === 'file' ? decodeText(files.read(path, 1_024)).trim() : ''
}

/** Folders under `world-model`, whatever node they are of, each with its first file. */
function publishedNodes(files: RunFiles): ReadonlyMap<string, string> {
  const nodes = new Map<string, string>()
  for (const { path, kind } of files.list()) {
    const folder = /^world-model\/([^/]+)\/[^.]/u.exec(path)?.[1]
    if (kind === 'file' && folder !== undefined && folder !== 'caller' && !nodes.has(folder)) nodes.set(folder, path)
  }
  return nodes
}

/** The folder of a node under `world-model`. */
function nodeFolder(files: RunFiles, node: string): string {
  const whole = `world-model/${node}`
  return filesUnder(files.list(), whole).length > 0 ? whole : `world-model/${leafOf(node)}`
}

/** The first file of what a node publishes; its folder when it publishes nothing. */
function publishedFile(files: RunFiles, node: string): string {
  const folder = nodeFolder(files, node)
  const found = filesUnder(files.list(), folder).find(
    ({ path, kind }) => kind === 'file' && !path.slice(folder.length).includes('/.'),
  )
  return found?.path ?? folder
}

/** `responsibility.digest` may lie in a folder of its whole name or of its last part. */
const leafOf = (node: string): string => node.slice(node.lastIndexOf('.') + 1)
