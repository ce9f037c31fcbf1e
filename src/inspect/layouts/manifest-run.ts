import { orElse } from '../manifests/or-else.ts'
import { readMarkdownManifest } from '../manifests/read-markdown-manifest.ts'
import { wiringOfRoot } from '../manifests/wiring-of-root.ts'
import type { Layout } from './layout.ts'

/** `vm.log.md`, `root.prose.md`, `manifest.run.md`, with `sources/` and `bindings/`. */
export const manifestRun: Layout = {
  id: 'manifest-run',
  recognise: (files) => files.stat('manifest.run.md') !== undefined,
  locate: () => ({ log: 'vm.log.md', root: 'root.prose.md', manifest: 'manifest.run.md' }),
  wire: ({ files, manifest, root }) => {
    const fromRoot = () => wiringOfRoot(files, root, (name) => `sources/${name}.prose.md`)
    return manifest === null ? fromRoot() : orElse(readMarkdownManifest(manifest), fromRoot)
  },
}
