import { orElse } from '../manifests/or-else.ts'
import { readMarkdownManifest } from '../manifests/read-markdown-manifest.ts'
import { wiringOfRoot } from '../manifests/wiring-of-root.ts'
import { hasFolder, type Layout } from './layout.ts'

/** `state.md`, `program.md`, `manifest.md`, with `services/` and `bindings/`. */
export const serviceEra: Layout = {
  id: 'service-era',
  recognise: (files) =>
    files.stat('manifest.md') !== undefined || files.stat('program.md') !== undefined || hasFolder(files, 'services'),
  fallsBack: (files) => files.stat('state.md') !== undefined,
  locate: () => ({ log: 'state.md', root: 'program.md', manifest: 'manifest.md' }),
  wire: ({ files, manifest, root }) => {
    const fromRoot = () => wiringOfRoot(files, root, (name) => `services/${name}.md`)
    return manifest === null ? fromRoot() : orElse(readMarkdownManifest(manifest), fromRoot)
  },
}
