import { NO_WIRING } from '../manifests/wiring.ts'
import { hasFolder, type Layout } from './layout.ts'

/** Bindings and nothing that says what they were for: nothing is declared, so that nothing can be scored. */
export const artefactsOnly: Layout = {
  id: 'artefacts-only',
  recognise: () => false,
  fallsBack: (files) => hasFolder(files, 'bindings'),
  locate: () => ({ log: 'vm.log.md', root: 'root.prose.md', manifest: null }),
  wire: () => NO_WIRING,
}
