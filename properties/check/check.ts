import type fc from 'fast-check'
import type { Script } from '../../src/providers/scripted.ts'
import type { Run } from '../../src/trace/run.ts'
import type { WitnessedViolation } from '../laws/witnessed.ts'
import type { Tally } from './tally.ts'

/** A law made ready to be tried on one subject: what is generated, one try, and how a failing one is shown. */
export interface Check<V> {
  readonly law: string
  /** What holds, in one sentence. */
  readonly statement: string
  /** The document that the law comes from. */
  readonly source: string
  readonly subject: string
  readonly arbitrary: fc.Arbitrary<V>
  /** Where a path alone does not lead to a value again: what else does, and how. */
  readonly replaying?: {
    arbitrary(suffix: string): fc.Arbitrary<V>
    suffix(value: V): string
  }
  /** Behaviours that must have happened for the law to count as checked. */
  readonly declared: readonly string[]
  /** Why the law could say nothing, however often it is tried; none as a rule. */
  readonly vacuous?: readonly string[]
  /** What scripts of conversations that took place are tried as. */
  seedsOf?(scripts: readonly Script[]): readonly V[]
  /** One try; at once, or later. What it has seen is told to the tally. */
  attempt(value: V, tally: Tally): readonly WitnessedViolation[] | Promise<readonly WitnessedViolation[]>
  /** The value as a test to paste. */
  print(value: V): Promise<string>
  /**
   * Tries the value again and again, and writes a test to paste where the subject does not ask the same each time although it is told
   * the same. `gone` says that the failure has not come back: then there is a test in any case.
   */
  unsteady?(value: V, gone: boolean): Promise<string | undefined>
  /** The runs that a value leads to: one, or two that differ in one thing; none where there are no runs. */
  runs?(value: V): Promise<readonly Run[]>
  /** What a stored failure is rebuilt from. */
  readonly origin?: Origin
  /** Where values are plain JSON that shrinks by itself: how to tell those that still fit. */
  readonly storable?: {
    /** Says what the values were made for; another text means other values. */
    readonly fits: string
    accepts(value: unknown): value is V
  }
}

/** Says what was checked, as far as it can be found again from outside of the test. */
export interface Origin {
  readonly kind: 'composite' | 'program' | 'reader' | 'inspector' | 'arbiter'
  /** Where the subject is exported; nothing where nobody has said so. `options` names what it is checked with. */
  readonly from?: { readonly module: string; readonly name: string; readonly options?: string }
  /** What a program is checked with, where that is plain data. */
  readonly firewall?: object
}
