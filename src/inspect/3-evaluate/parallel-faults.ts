import type { LogEvent } from '../dialects/log-reading.ts'

/** Starts of parallel blocks that never end, and ends of blocks that never started. */
export function parallelFaults(events: readonly LogEvent[]): readonly LogEvent[] {
  const open: LogEvent[] = []
  const faults: LogEvent[] = []
  for (const event of events)
    if (event.kind === 'parallel-start') open.push(event)
    else if (event.kind === 'parallel-done' && !open.pop()) faults.push(event)
  // What is left open started after every end that nothing had started.
  return [...faults, ...open]
}
