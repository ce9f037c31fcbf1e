import { isObject } from '../../json/json.ts'
import { parseJson } from '../../json/parse-json.ts'
import type { RunFiles } from '../../trace/run-files.ts'
import { readTopology } from '../manifests/read-topology.ts'
import { NO_WIRING } from '../manifests/wiring.ts'
import { hasFolder, type Layout } from './layout.ts'

/**
 * A Reactor's state directory: `receipts.json`, `compile/topology.json`, and what each node publishes in
 * `world-models/<hex of its name>/`. It has no log and no root: its receipts tell all.
 */
export const reactor: Layout = {
  id: 'reactor',
  recognise: (files) => files.stat('receipts.json') !== undefined || hasFolder(files, 'world-models'),
  locate: () => ({
    log: null,
    root: null,
    manifest: 'compile/topology.json',
    receipts: 'receipts.json',
    published: 'world-models',
  }),
  wire: ({ files, manifest }) => {
    const parsed = manifest === null ? undefined : parseJson(manifest, { allowBom: true })
    if (!parsed?.ok || !isObject(parsed.value)) return { ...NO_WIRING, readable: manifest === null }
    const topology = readTopology(parsed.value, '', (node) => publishedFile(files, node))
    const paths = new Map(topology.services.map(({ name, outputs }) => [name, outputs[0]?.binding ?? '']))
    return {
      ...NO_WIRING,
      ...topology,
      returns: topology.ends.map((name) => ({ name, service: name, path: paths.get(name) ?? '', optional: false })),
    }
  },
}

/** The version that a node says is published, or ''. */
export function publishedVersion(files: RunFiles, node: string): string {
  const path = `${stateFolder(node)}/published.json`
  if (files.stat(path)?.kind !== 'file') return ''
  const parsed = parseJson(Buffer.from(files.read(path, 1024 * 1024)).toString('utf8'))
  return parsed.ok && isObject(parsed.value) && typeof parsed.value.version === 'string' ? parsed.value.version : ''
}

// Helpers

function publishedFile(files: RunFiles, node: string): string {
  const version = publishedVersion(files, node)
  return /^sha256:[0-9a-f]{64}$/u.test(version)
    ? `${stateFolder(node)}/versions/${version.replace(':', '_')}.bin`
    : `${stateFolder(node)}/published.json`
}

/** The folder of a node under `world-models`. */
const stateFolder = (node: string): string => `world-models/${Buffer.from(node, 'utf8').toString('hex')}`
