import type { LogReading } from '../dialects/log-reading.ts'
import type { Wiring } from '../manifests/wiring.ts'
import type { Ledger } from '../receipts/receipt.ts'
import type { Status } from './material.ts'

/**
 * How the run ended by the strongest statement there is: the last terminator, else front matter, else prose, else the receipts, else
 * the disk.
 */
export function settleStatus(log: LogReading, hasErrorFile: boolean, ledger: Ledger | null, wiring: Wiring): Status {
  const last = lastOf(log.terminators)
  if (last) {
    const failed = last.word === 'error' || (last.word === 'test' && !/^PASS(?!\w)/u.test(last.rest))
    const completed = (last.word === 'end' || last.word === 'test') && !failed
    return { completed, failed, source: 'terminator', line: last.line, text: last.text }
  }
  for (const source of ['front-matter', 'prose'] as const) {
    const claim = log.claims.filter((candidate) => candidate.source === source).at(-1)
    if (claim)
      return {
        completed: claim.status === 'completed',
        failed: claim.status === 'failed',
        source,
        line: claim.line,
        text: claim.text,
      }
  }
  if (log.dialect === 'receipts' && ledger) return fromReceipts(ledger, wiring)
  return {
    completed: false,
    failed: hasErrorFile,
    source: hasErrorFile ? 'disk' : 'none',
    line: null,
    text: '',
  }
}

// Helpers

/** The last one; an end right after the result of a test closes the log and leaves the result as it was. */
function lastOf(terminators: LogReading['terminators']): LogReading['terminators'][number] | undefined {
  const [before, last] = [terminators.at(-2), terminators.at(-1)]
  return last?.word === 'end' && before?.word === 'test' ? before : last
}

/** A state directory has no end; it is whole when every node has rendered and none has failed since. */
function fromReceipts(ledger: Ledger, { services }: Wiring): Status {
  const receipts = services.map(({ name }) => ledger.byNode.get(name) ?? [])
  const failed = receipts.some((own) => own.at(-1)?.status === 'failed')
  const completed = !failed && receipts.every((own) => own.some(({ status }) => status === 'rendered'))
  return { completed, failed, source: 'receipts', line: null, text: '' }
}
