import type { Registry } from '../inspect/1-index/registry.ts'
import type { Depth } from '../inspect/inspection.ts'
import { inOrder } from './in-order.ts'
import { inspectorProcesses } from './inspector-processes.ts'
import { inspectDirectory, type Outcome, type Uninspectable } from './outcome.ts'
import type { Subject } from './subjects/find-runs.ts'

/** How to inspect many runs. */
export interface InspectPlan {
  readonly depth: Depth
  readonly partial: boolean
  readonly registry: Registry | undefined
  /** Where the registry lies, for other processes; null for none. */
  readonly registryPath: string | null
  /** How many are inspected at once; above 1 in processes of their own. */
  readonly concurrency: number
  /** Milliseconds since the epoch. */
  now(): number
}

/**
 * Inspects runs one after the other, or several at once, and gives what came of them in the order of the subjects, each as soon
 * as it and all before it are there. At most twice as many as are inspected at once are held.
 */
export async function* inspectAll(
  subjects: readonly (Subject | Uninspectable)[],
  plan: InspectPlan,
): AsyncGenerator<Outcome> {
  const { depth, partial, registry, concurrency } = plan
  if (concurrency === 1 || subjects.length < 2) {
    for (const subject of subjects)
      yield 'error' in subject
        ? subject
        : inspectDirectory(subject.path, {
            depth,
            partial,
            registry,
            runs: subject.runs,
            at: new Date(plan.now()).toISOString(),
          })
    return
  }
  const processes = inspectorProcesses(Math.min(concurrency, subjects.length), plan)
  try {
    const ask = async (subject: Subject | Uninspectable): Promise<() => Outcome> =>
      'error' in subject ? () => subject : processes.inspect(subject)
    // What an answer puts on record, it does when its turn has come.
    for await (const answer of inOrder(subjects, ask, 2 * concurrency)) yield answer()
  } finally {
    processes.stop()
  }
}
