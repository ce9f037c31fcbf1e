import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RegistryEntry } from '../inspect/1-index/registry.ts'
import { withoutTrend, withTrend } from '../inspect/4-synthesize/trend.ts'
import type { InspectPlan } from './inspect-all.ts'
import { isInspected, type Outcome } from './outcome.ts'
import type { Subject } from './subjects/find-runs.ts'

/** Inspects one directory elsewhere. */
export interface Inspector {
  /** The answer is called when it is the directory's turn, and only then puts it on record: so trends go by the order of the runs. */
  inspect(subject: Subject): Promise<() => Outcome>
  stop(): void
}

/** What an inspector's process is asked. */
export interface Question {
  readonly path: string
  readonly depth: InspectPlan['depth']
  readonly partial: boolean
  readonly registry: string | null
  /** Where upstream runs are followed, and nowhere else; undefined for not at all. */
  readonly runs: string | undefined
  readonly at: string
}

/** What it answers: the outcome, and what it would have put on record. */
export interface Answer {
  readonly outcome: Outcome
  readonly record: { readonly entry: RegistryEntry; readonly report: string } | null
}

/**
 * Starts processes that inspect, each one directory at a time. A process that dies takes one inspection with it, which is said;
 * another takes its place.
 *
 * @param count - how many there are at most; each starts when it is first needed
 */
export function inspectorProcesses(count: number, plan: InspectPlan): Inspector {
  const { depth, partial, registryPath } = plan
  const idle: ChildProcess[] = []
  const all = new Set<ChildProcess>()
  const waiting: ((child: ChildProcess) => void)[] = []
  const start = () => {
    const child = fork(PROGRAM, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    all.add(child)
    return child
  }
  const take = (): Promise<ChildProcess> =>
    new Promise((resolve) => {
      const child = idle.pop() ?? (all.size < count ? start() : undefined)
      if (child) resolve(child)
      else waiting.push(resolve)
    })
  const release = (child: ChildProcess, isAlive: boolean) => {
    if (!isAlive) {
      all.delete(child)
      child.kill()
    }
    const next = waiting.shift()
    if (next) next(isAlive ? child : start())
    else if (isAlive) idle.push(child)
  }
  return {
    async inspect({ path, runs }) {
      const child = await take()
      const at = new Date(plan.now()).toISOString()
      const answer = await ask(child, { path, depth, partial, registry: registryPath, runs, at })
      // One that did not answer gets no second question, whether it has noticed its own end or not.
      release(child, answer !== null)
      return () => (answer ? onRecord(answer, plan) : lost(path))
    },
    stop: () => {
      for (const child of all) child.kill()
    },
  }
}

// Helpers

/** Compiled beside this file, or its source. */
const PROGRAM = fileURLToPath(new URL(import.meta.url.replace(/inspector-processes(\.[jt]s)$/u, 'inspector-process$1')))

/** Null where the process fails, whatever becomes of it. */
const ask = (child: ChildProcess, question: Question): Promise<Answer | null> =>
  new Promise((resolve) => {
    const settle = (answer: Answer | null) => {
      for (const event of ['message', 'exit', 'disconnect']) child.removeAllListeners(event)
      resolve(answer)
    }
    // An error is told of by each way to fail, and one that nobody listens to would end the command.
    child.removeAllListeners('error').on('error', () => settle(null))
    child.once('message', (answer) => settle(answer as Answer))
    child.once('exit', () => settle(null))
    child.once('disconnect', () => settle(null))
    child.send(question, (error) => {
      if (error) settle(null)
    })
  })

const lost = (path: string): Outcome => ({
  path,
  error: {
    code: 'internal',
    message: 'The process that inspected it has died. Inspect it again; if that happens twice, please report it.',
  },
})

/** What the process could not know is added: the inspections before it. */
function onRecord({ outcome, record }: Answer, { registry }: InspectPlan): Outcome {
  if (!record || !registry || !isInspected(outcome)) return outcome
  const { system, depth, content_hash } = record.entry
  const earlier = registry
    .entries({ system })
    .filter((entry) => entry.depth === depth && entry.content_hash !== content_hash)
  registry.record(record.entry, record.report)
  const inspection = { ...outcome.inspection, summary: withoutTrend(outcome.inspection.summary) }
  return { ...outcome, inspection: withTrend(inspection, earlier) }
}
