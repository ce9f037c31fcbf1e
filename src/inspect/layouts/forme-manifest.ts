import { manifestInJson } from '../manifests/manifest-in-json.ts'
import { readFormeManifest } from '../manifests/read-forme-manifest.ts'
import { wiringOfRoot } from '../manifests/wiring-of-root.ts'
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
    return manifest === null ? fromRoot() : manifestInJson(manifest, readFormeManifest, fromRoot)
  },
}
