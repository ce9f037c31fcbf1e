import type { RunFiles } from '../../trace/run-files.ts'
import type { Contract } from '../contracts/contract.ts'
import { parseContract } from '../contracts/parse-contract.ts'
import { decodeText } from '../dialects/text-lines.ts'
import { type DeclaredService, NO_WIRING } from '../manifests/wiring.ts'
import type { Layout } from './layout.ts'

/** `vm.log.md`, `root.prose.md` of kind function, with what it returns in `bindings/<function>/`; it needs no manifest. */
export const standaloneFunction: Layout = {
  id: 'standalone-function',
  recognise: () => false,
  fallsBack: (files) => {
    const root = rootOf(files)
    return root?.kind === 'function' && root.services.length === 0
  },
  locate: () => ({ log: 'vm.log.md', root: 'root.prose.md', manifest: null, also: ['compiled-intent.json'] }),
  wire: ({ files, root }) => {
    if (!root || root.name === '') return NO_WIRING
    const service = functionOf(files, root)
    return {
      ...NO_WIRING,
      system: root.name,
      inputs: root.requires.map((name) => ({ name, path: `bindings/caller/${name}.md`, optional: false })),
      returns: service.outputs.map(({ name, binding }) => ({
        name,
        service: root.name,
        path: binding ?? '',
        optional: false,
      })),
      services: [service],
    }
  },
}

// Helpers

/** Front matter and sections of a root stand at its start. */
const ROOT_START = 64 * 1024

function rootOf(files: RunFiles): Contract | undefined {
  if (files.stat('root.prose.md')?.kind !== 'file') return undefined
  return parseContract('root.prose.md', decodeText(files.read('root.prose.md', ROOT_START)))
}

/** One service that leaves what the contract names; which kind of file each is, only the folder tells. */
function functionOf(files: RunFiles, { name, clauses, errors }: Contract): DeclaredService {
  const named = [...new Set(clauses.map((clause) => clause.name).filter((clause) => /^[\w-]+$/u.test(clause)))]
  const endings = ['.md', '.json', '.txt', '.yaml', '.csv']
  return {
    name,
    source: null,
    workspace: `workspace/${name}`,
    inputs: [],
    outputs: named.map((output) => {
      const ending =
        endings.find((candidate) => files.stat(`bindings/${name}/${output}${candidate}`) !== undefined) ?? '.md'
      return {
        name: output,
        binding: `bindings/${name}/${output}${ending}`,
        workspace: `workspace/${name}/${output}${ending}`,
        conditional: false,
      }
    }),
    errors,
    delegates: [],
    loops: false,
  }
}
