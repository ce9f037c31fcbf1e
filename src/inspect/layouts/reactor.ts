import { isObject } from '../../json/json.ts'
import type { RunFiles } from '../../trace/run-files.ts'
import { manifestInJson } from '../manifests/manifest-in-json.ts'
import { readTopology, undeclaredNodes } from '../manifests/read-topology.ts'
import { NO_WIRING } from '../manifests/wiring.ts'
import { parseRunJson } from '../parse-run-json.ts'
import { hasFolder, type Layout } from './layout.ts'

/**
 * A Reactor's state directory: `receipts.json`, `compile/topology.json`, and what each node publishes in
 * `world-models/<hex of its name>/`. It has no log and no root: its receipts tell all.
 */
export const reactor: Layout = {
  id: 'reactor',
  recognise: (files) =>
    hasFolder(files, 'world-models') || (files.stat('receipts.json') !== undefined && !hasFolder(files, 'world-model')),
  published: 'world-models',
  versions: { of: publishedVersion, file: publishedFile, nodes: publishedNodes, kept: keptFile },
  locate: () => ({
    log: null,
    root: null,
    manifest: 'compile/topology.json',
    receipts: 'receipts.json',
  }),
  wire: ({ files, manifest }) => {
    const published = (node: string) => publishedFile(files, node)
    const alone = () => ({
      ...NO_WIRING,
      system: scenarioOf(files),
      services: undeclaredNodes([...publishedNodes(files).keys()], published),
    })
    const wiringOf = (compiled: Record<string, unknown>) => {
      const topology = readTopology(compiled, '', published)
      const paths = new Map(topology.services.map(({ name, outputs }) => [name, outputs[0]?.binding ?? '']))
      return {
        ...NO_WIRING,
        ...topology,
        system: scenarioOf(files) || purposeOf(topology.ends),
        returns: topology.ends.map((name) => ({ name, service: name, path: paths.get(name) ?? '', optional: false })),
      }
    }
    return manifest === null ? alone() : manifestInJson(manifest, wiringOf, alone)
  },
}

// Helpers

/** The version that a node says is published, or ''. */
function publishedVersion(files: RunFiles, node: string): string {
  const { version } = objectIn(files, `${stateFolder(node)}/published.json`)
  return typeof version === 'string' ? version : ''
}

/** The node that no other reads is what all of it is for. */
const purposeOf = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} and ${others.length} more`

/** What the state is of, where it says so. */
function scenarioOf(files: RunFiles): string {
  const scenario = objectIn(files, 'beats.json').scenario
  return typeof scenario === 'string' ? scenario.slice(0, 200) : ''
}

/** A small file of JSON; empty when it is absent or none. */
function objectIn(files: RunFiles, path: string): Record<string, unknown> {
  if (files.stat(path)?.kind !== 'file') return {}
  const parsed = parseRunJson(Buffer.from(files.read(path, 1024 * 1024)).toString('utf8'))
  return parsed.ok && isObject(parsed.value) ? parsed.value : {}
}

/** Nodes by the folders that are called by the hex of their names. */
function publishedNodes(files: RunFiles): ReadonlyMap<string, string> {
  const nodes = new Map<string, string>()
  for (const { path } of files.list()) {
    const hex = /^world-models\/((?:[0-9a-f]{2}){1,400})\/published\.json$/u.exec(path)?.[1]
    if (hex !== undefined) nodes.set(Buffer.from(hex, 'hex').toString('utf8'), path)
  }
  return nodes
}

function publishedFile(files: RunFiles, node: string): string {
  return keptFile(node, publishedVersion(files, node)) ?? `${stateFolder(node)}/published.json`
}

/** Each version lies in a file that is named by its address. */
function keptFile(node: string, version: string): string | null {
  return /^sha256:[0-9a-f]{64}$/u.test(version)
    ? `${stateFolder(node)}/versions/${version.replace(':', '_')}.bin`
    : null
}

/** The folder of a node under `world-models`. */
const stateFolder = (node: string): string => `world-models/${Buffer.from(node, 'utf8').toString('hex')}`
