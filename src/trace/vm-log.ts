import type { CallRef, EventOf, Run, RunEvent } from './run.ts'

/**
 * Writes a run's log in the marker grammar. Source: docs/layouts.md, 3.1.
 *
 * @param run - a finished run; only its own scope is told, nested runs have logs of their own
 * @param endedAt - an ISO 8601 time with a zone; without one the log tells the virtual time
 */
export function vmLog(run: Run, endedAt?: string): string {
  const log = new Log(run)
  const events = run.events.filter(({ scope }) => scope === '')
  for (const [i, event] of events.entries()) {
    if (event.kind === 'slot-called' && event.parallel !== undefined && !log.isInBlock(event))
      log.openBlock(blockAt(events, i))
    tell(log, event, endedAt ?? `t+${event.at}ms`)
  }
  return `# run:${run.header.runId} ${run.header.composite}\n\nroot: root.prose.md\n\n${log.lines.join('\n')}\n`
}

// Helpers

function tell(log: Log, event: RunEvent, when: string): void {
  if (event.kind === 'run-started') for (const name of Object.keys(event.input)) log.line(`[input] ${name} ✓`)
  else if (event.kind === 'slot-replied') log.done(event, event.call > 1 ? `✓ (call ${event.call})` : '✓')
  else if (event.kind === 'slot-failed') log.done(event, `✗ ${event.fault.kind}`)
  else if (event.kind === 'decision-read') log.line(`[decision] ${event.slot} ${decisionOf(event)}`)
  else if (event.kind === 'criteria-withheld') log.line(`[withheld] ${event.slot}: ${event.fields.join(', ')}`)
  else if (event.kind === 'bound-reached') log.line(log.boundOf(event))
  else if (event.kind === 'run-completed') log.put(`---end ${when}`)
  else if (event.kind === 'run-failed') log.put(`---error ${when} ${event.failure.message.slice(0, 300)}`)
}

class Log {
  readonly lines: string[] = []
  #step = 0
  /** The calls of the parallel block that is open, each with its branch; those that are done leave it. */
  readonly #branches = new Map<string, string>()
  #block = 0
  readonly #primary: string

  constructor(run: Run) {
    const started = run.events[0]
    const slots = started?.kind === 'run-started' ? Object.entries(started.composite.slots) : []
    this.#primary = (slots.find(([, { primary }]) => primary) ?? slots[0])?.[0] ?? run.header.composite
  }

  /** What a run says must not pass for a line of its log. */
  put(line: string): void {
    this.lines.push(oneLine(line))
  }

  line(body: string): void {
    this.put(`${++this.#step}→ ${body}`)
  }

  isInBlock = (call: CallRef): boolean => this.#branches.has(keyOf(call))

  openBlock(calls: readonly CallRef[]): void {
    this.line(`∥start ${calls.map(({ slot }) => slot).join(',')}`)
    this.#block = this.#step
    for (const [i, call] of calls.entries()) this.#branches.set(keyOf(call), String.fromCharCode(97 + (i % 26)))
  }

  done(call: CallRef, mark: string): void {
    const branch = this.#branches.get(keyOf(call))
    if (branch === undefined) this.line(`${call.slot} ${mark}`)
    else this.put(`${this.#block}${branch}→ ${call.slot} ${mark}`)
    if (this.#branches.delete(keyOf(call)) && this.#branches.size === 0) this.put(`${this.#block}→ ∥done`)
  }

  boundOf({ bound, limit }: EventOf<'bound-reached'>): string {
    return bound.startsWith('max_') ? `${this.#primary} ⊘ terminated (${bound})` : `[budget] ${bound} ⚠ (${limit})`
  }
}

const keyOf = ({ slot, call }: CallRef): string => `${slot}#${call}`

/** The calls that went out side by side from the i-th event on, in the order in which the composite named them. */
function blockAt(events: readonly RunEvent[], i: number): readonly CallRef[] {
  const calls: EventOf<'slot-called'>[] = []
  for (const event of events.slice(i)) {
    if (event.kind !== 'slot-called') break
    calls.push(event)
  }
  return calls.sort((a, b) => a.parallel! - b.parallel!)
}

/** Only a reading that failed carries a mark: a decision is no completion. */
function decisionOf({ reading }: EventOf<'decision-read'>): string {
  if (!reading.readable) return '⚠ unreadable'
  const { verdict, decision } = reading as { verdict?: unknown; decision?: unknown }
  return `(${String(verdict ?? decision ?? 'read')})`
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
