import { readMarkdownManifest } from '../manifests/read-markdown-manifest.ts'
import { NO_WIRING } from '../manifests/wiring.ts'
import type { Layout } from './layout.ts'

/** `vm.log.md`, `root.prose.md`, `manifest.run.md`, with `sources/` and `bindings/`. */
export const manifestRun: Layout = {
  id: 'manifest-run',
  recognise: (files) => files.stat('manifest.run.md') !== undefined,
  locate: () => ({ log: 'vm.log.md', root: 'root.prose.md', manifest: 'manifest.run.md' }),
  wire: ({ manifest, root }) =>
    manifest === null ? { ...NO_WIRING, system: root?.name ?? '' } : readMarkdownManifest(manifest),
}
