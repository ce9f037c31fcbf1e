import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RegistryEntry } from '../inspect/1-index/registry.ts'
import { withoutTrend, withTrend } from '../inspect/4-synthesize/trend.ts'
import type { InspectPlan } from './inspect-all.ts'
import { isInspected, type Outcome } from './outcome.ts'

/** Inspects one directory elsewhere. */
export interface Inspector {
  /** The answer is called when it is the directory's turn, and only then puts it on record: so trends go by the order of the runs. */
  inspect(path: string): Promise<() => Outcome>
  stop(): void
}

/** What an inspector's process is asked. */
export interface Question {
  readonly path: string
  readonly depth: InspectPlan['depth']
  readonly partial: boolean
  readonly registry: string | null
  readonly runs?: string | undefined
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
  const { depth, partial, registryPath, runs } = plan
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
  const release = (child: ChildProcess) => {
    const isAlive = child.connected
    if (!isAlive) all.delete(child)
    const next = waiting.shift()
    if (next) next(isAlive ? child : start())
    else if (isAlive) idle.push(child)
  }
  return {
    async inspect(path) {
      const child = await take()
      const at = new Date(plan.now()).toISOString()
      const answer = await ask(child, { path, depth, partial, registry: registryPath, runs, at })
      release(child)
      return () => onRecord(answer, plan)
    },
    stop: () => {
      for (const child of all) child.kill()
    },
  }
}

// Helpers

/** Compiled beside this file, or its source. */
const PROGRAM = fileURLToPath(new URL(import.meta.url.replace(/inspector-processes(\.[jt]s)$/u, 'inspector-process$1')))

const ask = (child: ChildProcess, question: Question): Promise<Answer> =>
  new Promise((resolve) => {
    const settle = (answer: Answer) => {
      for (const event of ['message', 'error', 'exit']) child.removeAllListeners(event)
      resolve(answer)
    }
    child.once('message', (answer) => settle(answer as Answer))
    child.once('error', (error) => settle(lost(question.path, error.message)))
    child.once('exit', (code, signal) => settle(lost(question.path, `it ended with ${signal ?? `code ${code}`}`)))
    child.send(question, (error) => {
      if (error) settle(lost(question.path, error.message))
    })
  })

const lost = (path: string, why: string): Answer => ({
  outcome: {
    path,
    error: { code: 'internal', message: `The process that inspected it failed: ${why}. Please report this.` },
  },
  record: null,
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
