import type { EventOf, Run, RunEvent } from './run.ts'

/**
 * Writes a run's log in the marker grammar. Source: shared/notes/openprose-runs.md, 3.1.
 *
 * @param run - a finished run; only its own scope is told, nested runs have logs of their own
 * @param endedAt - an ISO 8601 time with a zone; without one the log tells the virtual time
 */
export function vmLog(run: Run, endedAt?: string): string {
  const log = new Log(run)
  const events = run.events.filter(({ scope }) => scope === '')
  for (const [i, event] of events.entries()) tell(log, event, events.slice(i, i + 100), endedAt ?? `t+${event.at}ms`)
  return `# run:${run.header.runId} ${run.header.composite}\n\nroot: root.prose.md\n\n${log.lines.join('\n')}\n`
}

// Helpers

function tell(log: Log, event: RunEvent, ahead: readonly RunEvent[], when: string): void {
  if (event.kind === 'run-started') for (const name of Object.keys(event.input)) log.line(`[input] ${name} ✓`)
  else if (event.kind === 'slot-called') log.begin(membersOf(event, ahead))
  else if (event.kind === 'slot-replied') log.done(event.slot, event.call > 1 ? `✓ (call ${event.call})` : '✓')
  else if (event.kind === 'slot-failed') log.done(event.slot, `✗ ${event.fault.kind}`)
  else if (event.kind === 'decision-read') log.line(`[decision] ${event.slot} ${decisionOf(event)}`)
  else if (event.kind === 'criteria-withheld') log.line(`[withheld] ${event.slot}: ${event.fields.join(', ')}`)
  else if (event.kind === 'bound-reached') log.line(log.boundOf(event))
  else if (event.kind === 'run-completed') log.lines.push(`---end ${when}`)
  else log.lines.push(`---error ${when} ${oneLine(event.failure.message)}`)
}

class Log {
  readonly lines: string[] = []
  #step = 0
  /** Members of a parallel block that is not closed yet. */
  #size = 0
  #left = 0
  readonly #primary: string

  constructor(run: Run) {
    const started = run.events[0]
    const slots = started?.kind === 'run-started' ? Object.entries(started.composite.slots) : []
    this.#primary = (slots.find(([, { primary }]) => primary) ?? slots[0])?.[0] ?? run.header.composite
  }

  line(body: string): void {
    this.lines.push(`${++this.#step}→ ${body}`)
  }

  begin(members: readonly string[]): void {
    if (members.length === 0) return
    this.#size = members.length
    this.#left = members.length
    this.line(`∥start ${members.join(',')}`)
  }

  done(slot: string, mark: string): void {
    if (this.#left === 0) {
      this.line(`${slot} ${mark}`)
      return
    }
    const branch = String.fromCharCode(97 + ((this.#size - this.#left) % 26))
    this.lines.push(`${this.#step}${branch}→ ${slot} ${mark}`)
    if (--this.#left === 0) this.lines.push(`${this.#step}→ ∥done`)
  }

  boundOf({ bound, limit }: EventOf<'bound-reached'>): string {
    return bound.startsWith('max_') ? `${this.#primary} ⊘ terminated (${bound})` : `[budget] ${bound} ⚠ (${limit})`
  }
}

/** The first call of a parallel block names the block's members, which stand in a row. */
function membersOf(event: EventOf<'slot-called'>, ahead: readonly RunEvent[]): readonly string[] {
  const members: string[] = []
  if (event.parallel !== 0) return members
  for (const next of ahead) {
    if (next.kind !== 'slot-called' || next.parallel !== members.length) break
    members.push(next.slot)
  }
  return members
}

/** Only a reading that failed carries a mark: a decision is no completion. */
function decisionOf({ reading }: EventOf<'decision-read'>): string {
  if (!reading.readable) return '⚠ unreadable'
  const { verdict, decision } = reading as { verdict?: unknown; decision?: unknown }
  return `(${oneLine(String(verdict ?? decision ?? 'read'))})`
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 300)
