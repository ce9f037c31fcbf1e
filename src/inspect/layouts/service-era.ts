import { readMarkdownManifest } from '../manifests/read-markdown-manifest.ts'
import { NO_WIRING } from '../manifests/wiring.ts'
import { hasFolder, type Layout } from './layout.ts'

/** `state.md`, `program.md`, `manifest.md`, with `services/` and `bindings/`. */
export const serviceEra: Layout = {
  id: 'service-era',
  recognise: (files) =>
    files.stat('manifest.md') !== undefined || files.stat('program.md') !== undefined || hasFolder(files, 'services'),
  locate: () => ({ log: 'state.md', root: 'program.md', manifest: 'manifest.md' }),
  wire: ({ manifest, root }) =>
    manifest === null ? { ...NO_WIRING, system: root?.name ?? '' } : readMarkdownManifest(manifest),
}
