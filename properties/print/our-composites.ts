import type { AnyComposite } from '../../src/composites/composite.ts'
import { oversight } from '../../src/composites/oversight.ts'
import { proposerAdversary } from '../../src/composites/proposer-adversary.ts'
import { workerCritic } from '../../src/composites/worker-critic.ts'

/** Composites that everybody can import from `vitest-tribunal`, by the name that they have there. */
export const OURS: { readonly [name: string]: AnyComposite } = { workerCritic, oversight, proposerAdversary }

/** Where a composite is found by everybody, if it is one of ours; another one of the same name is not. */
export function ourAddress(composite: AnyComposite): { readonly module: string; readonly name: string } | undefined {
  const name = Object.keys(OURS).find((one) => OURS[one] === composite)
  return name === undefined ? undefined : { module: 'vitest-tribunal', name }
}
