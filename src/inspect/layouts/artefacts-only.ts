import { NO_WIRING } from '../manifests/wiring.ts'
import { hasFolder, type Layout } from './layout.ts'

const CONTROL = [
  'vm.log.md',
  'root.prose.md',
  'state.md',
  'program.prose',
  'program.md',
  'manifest.md',
  'manifest.run.md',
  'forme.manifest.json',
  'compiled-intent.json',
  'receipts.json',
]

/** Bindings and nothing that says what they were for: nothing is declared, so that nothing can be scored. */
export const artefactsOnly: Layout = {
  id: 'artefacts-only',
  recognise: (files) => hasFolder(files, 'bindings') && CONTROL.every((path) => files.stat(path) === undefined),
  locate: () => ({ log: 'vm.log.md', root: 'root.prose.md', manifest: null }),
  wire: () => NO_WIRING,
}
