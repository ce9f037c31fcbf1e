import type { EventOf, Run, RunEvent, Scope } from './run.ts'

/** A run inside a run, with the folder that it gets under `imports/`. */
export interface NestedRun {
  readonly folder: string
  readonly run: Run
}

/** The runs directly inside a run, each as a run of its own, in the order in which they began. */
export function nestedRuns(run: Run): readonly NestedRun[] {
  const found: NestedRun[] = []
  for (const event of run.events)
    if (event.kind === 'run-started' && event.scope !== '' && !event.scope.includes('/'))
      found.push({ folder: event.scope.replace('#', '--'), run: nestedRun(run, event) })
  return found
}

// Helpers

function nestedRun(outer: Run, started: EventOf<'run-started'>): Run {
  const { scope } = started
  const [slot = ''] = scope.split('#')
  const events = outer.events.flatMap((event) => inside(event, scope))
  const last = events.findLast((event) => event.scope === '')
  const failure = last?.kind === 'run-failed' ? last.failure : null
  const { components } = outer.header
  return {
    header: {
      runId: `${outer.header.runId}-${scope.replace('#', '-')}`,
      composite: started.composite.name,
      version: started.composite.version,
      input: started.input,
      config: started.config,
      components: Object.fromEntries(
        Object.entries(components).flatMap(([path, name]) =>
          path.startsWith(`${slot}/`) ? [[path.slice(slot.length + 1), name]] : [],
        ),
      ),
    },
    events,
    status: failure === null ? 'completed' : 'failed',
    result: last?.kind === 'run-completed' ? (last.result as Run['result']) : null,
    failure,
    usage: usageOf(events),
  }
}

/** An event of the nested run, as that run alone would tell it. */
function inside(event: RunEvent, scope: Scope): readonly RunEvent[] {
  if (event.scope !== scope && !event.scope.startsWith(`${scope}/`)) return []
  const moved = { ...event, scope: within(event.scope, scope) }
  return moved.kind === 'run-failed'
    ? [{ ...moved, failure: { ...moved.failure, scope: within(moved.failure.scope, scope) } }]
    : [moved]
}

const within = (place: Scope, scope: Scope): Scope => (place === scope ? '' : place.slice(scope.length + 1))

function usageOf(events: readonly RunEvent[]): Run['usage'] {
  const replies = events.flatMap((event) => (event.kind === 'slot-replied' ? [event.reply] : []))
  const sum = (tokens: 'inputTokens' | 'outputTokens') =>
    replies.reduce((total, { usage }) => total + (usage?.[tokens] ?? 0), 0)
  const started = new Set(events.flatMap((event) => (event.kind === 'run-started' ? [event.scope] : [])))
  const called = events.filter(
    (event) =>
      event.kind === 'slot-called' &&
      !started.has(event.scope === '' ? `${event.slot}#${event.call}` : `${event.scope}/${event.slot}#${event.call}`),
  )
  return { calls: called.length, inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') }
}
