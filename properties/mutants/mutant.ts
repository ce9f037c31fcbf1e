import type { AnyComposite } from '../../src/composites/composite.ts'
import type { CompositeLaw } from '../check-composite.ts'

/** A composite with one fault planted, and the law that was made to find it. */
export interface CompositeMutant {
  /** What is wrong with it, as "a worker-critic that …". */
  readonly name: string
  readonly law: CompositeLaw
  readonly composite: AnyComposite
}
