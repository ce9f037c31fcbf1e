import { isObject } from '../../json/json.ts'
import { readFormeManifest } from '../manifests/read-forme-manifest.ts'
import { wiringOfRoot } from '../manifests/wiring-of-root.ts'
import { parseRunJson } from '../parse-run-json.ts'
import type { Layout } from './layout.ts'

/** `vm.log.md`, `root.prose.md`, `forme.manifest.json`, with outputs in `bindings/`. What our own runner writes is one of these. */
export const formeManifest: Layout = {
  id: 'forme-manifest',
  recognise: (files) => files.stat('forme.manifest.json') !== undefined,
  // What lacks its manifest is still one of these, unless something else claims it.
  fallsBack: (files) => ['vm.log.md', 'root.prose.md'].some((path) => files.stat(path) !== undefined),
  locate: () => ({ log: 'vm.log.md', root: 'root.prose.md', manifest: 'forme.manifest.json' }),
  wire: ({ files, manifest, root }) => {
    const fromRoot = () => wiringOfRoot(files, root, (name) => `sources/${name}.prose.md`)
    if (manifest === null) return fromRoot()
    const parsed = parseRunJson(manifest)
    if (parsed.ok && hasGraph(parsed.value)) return readFormeManifest(parsed.value)
    const message = parsed.ok ? 'declares no service: an object with a graph is expected' : parsed.message
    // A repeated key is irregular; the last one counts, as it does for whoever ran the manifest.
    const readable = !parsed.ok && hasGraph(parsed.value)
    const wiring = readable ? readFormeManifest(parsed.value) : fromRoot()
    return {
      ...wiring,
      readable,
      irregular: [{ pointer: parsed.ok ? '' : parsed.pointer, message }, ...wiring.irregular],
    }
  },
}

// Helpers

/** Without a single service nothing is expected of a run, and everything would pass: no better than no manifest. */
const hasGraph = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && Array.isArray(value.graph) && value.graph.length > 0
