import { ModelFault, type ModelReply } from '../../src/providers/model.ts'
import { accept, decide, reject } from '../../src/providers/script-steps.ts'
import { literal } from './literal.ts'

/** Writes a step of a script as a person would, with the names that it needs from `vitest-tribunal`. */
export function printStep(step: ModelReply | ModelFault, uses: (name: string) => void): string {
  if (step instanceof ModelFault) {
    uses('fault')
    return printFault(step)
  }
  const short = shorthand(step, uses)
  if (short !== undefined) return short
  const { text, private: hidden, ...options } = step
  const all = { ...options, ...hidden }
  if (Object.keys(all).length === 0) return literal(text)
  uses('say')
  return `say(${literal(text)}, ${literal(all)})`
}

// Helpers

function printFault({ kind, message, status, retryAfterMs, elapsedMs }: ModelFault): string {
  if (kind === 'status')
    return `fault.status(${status}${retryAfterMs === undefined ? '' : `, { retryAfterMs: ${retryAfterMs} }`})`
  if (kind === 'timeout') return `fault.timeout(${elapsedMs === undefined ? '' : `{ elapsedMs: ${elapsedMs} }`})`
  return kind === 'empty' ? 'fault.empty()' : `fault.${kind}(${literal(message)})`
}

/** `accept`, `reject` and `decide`, where they give exactly this step. */
function shorthand(step: ModelReply, uses: (name: string) => void): string | undefined {
  if (typeof step.data !== 'object' || step.data === null || Array.isArray(step.data)) return undefined
  const same = (other: ModelReply) => JSON.stringify(other) === JSON.stringify(step)
  const { verdict, decision, ...words } = step.data as { readonly [name: string]: unknown }
  if (verdict === 'accept' && same(accept(words.reasoning as string))) {
    uses('accept')
    return `accept(${words.reasoning === '' ? '' : literal(words.reasoning)})`
  }
  if (verdict === 'reject' && same(reject(words))) {
    uses('reject')
    const said = Object.entries(words).filter(
      ([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0),
    )
    return `reject(${said.length === 0 ? '' : literal(Object.fromEntries(said))})`
  }
  if (typeof decision === 'string' && same(decide(decision as 'adjust', words))) {
    uses('decide')
    return `decide(${literal(decision)}${Object.keys(words).length === 0 ? '' : `, ${literal(words)}`})`
  }
  return undefined
}
