import type { ClauseScope } from './decide-clause.ts'
import { splitName } from './split-name.ts'

/** The condition of a clause and what it demands when it holds. */
export interface Condition {
  /** Undefined when no rule can tell. */
  readonly holds: boolean | undefined
  /** The services, outputs and errors that it names. */
  readonly names: readonly string[]
  readonly consequence: { readonly name: string; readonly description: string }
  readonly text: string
}

/** Reads "if …: …", "when …: …", "on …: …"; undefined for a clause without a condition. */
export function readCondition(text: string, scope: ClauseScope): Condition | undefined {
  const opening = /^(?:if|when|on|in case of)\s+/iu.exec(text)
  const colon = opening ? colonAfter(text, opening[0].length) : -1
  if (!opening || colon === -1) return undefined
  const said = text.slice(opening[0].length, colon).trim()
  const rest = text.slice(colon + 1).trim()
  return { ...read(said, scope), consequence: splitName(rest), text: rest }
}

// Helpers

/** The first colon outside code marks that a space follows. */
function colonAfter(text: string, from: number): number {
  let code = false
  for (let at = from; at < text.length; at++) {
    if (text[at] === '`') code = !code
    else if (!code && text[at] === ':' && /\s/u.test(text[at + 1] ?? ' ')) return at
  }
  return -1
}

const SUBJECT = /^(?:the\s+)?(?:service\s+|error\s+|output\s+)?(?:`([^`]{1,200})`|([\w-]{1,200}))\s*(.*)$/u
const FAILS =
  /^(?:fails?|failed|errors?|errored|signals?|raises?)(?:\s+(?:with\s+|an?\s+)?(?:error\s+)?`?([\w-]{1,200})`?)?$/iu
const RAISED = /^(?:(?:is|was)\s+(?:raised|signaled|signalled)|occurs|occurred)?$/iu
const ABSENT = /^(?:is|are|was)\s+(?:missing|absent|empty|unavailable|not available|not produced|not there)$/iu
const SKIPPED = /^(?:is|was)\s+skipped$/iu

function read(said: string, scope: ClauseScope): Pick<Condition, 'holds' | 'names'> {
  const [, code, word, rest = ''] = SUBJECT.exec(said) ?? []
  const name = code ?? word ?? ''
  const service = scope.service(name)
  const fails = FAILS.exec(rest)
  if (service !== undefined && fails) {
    const error = fails[1]
    const raised = error === undefined || (scope.error(error) ?? false)
    return { holds: service === 'failed' && raised, names: error === undefined ? [name] : [name, error] }
  }
  if (service !== undefined && SKIPPED.test(rest)) return { holds: service === 'skipped', names: [name] }
  const output = scope.output(name)
  if (output !== undefined && ABSENT.test(rest)) return { holds: output === null, names: [name] }
  const raised = scope.error(name)
  if (raised !== undefined && RAISED.test(rest)) return { holds: raised, names: [name] }
  return { holds: undefined, names: [] }
}
