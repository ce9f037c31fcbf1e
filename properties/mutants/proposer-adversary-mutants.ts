import { type AnyComposite, call, type Delegation, defineComposite } from '../../src/composites/composite.ts'
import { proposerAdversary } from '../../src/composites/proposer-adversary.ts'
import type { JsonObject } from '../../src/json/json.ts'
import type { CompositeLaw } from '../check-composite.ts'
import type { CompositeMutant } from './mutant.ts'
import { type Fault, last, tampered } from './tamper.ts'

/** Proposer-adversaries that each do one thing wrong. */
export const proposerAdversaryMutants: readonly CompositeMutant[] = [
  plant('warns the proposer', 'presence', { tell: { proposer: () => '\nMind the details.' } }),
  plant("leaves the task out of the adversary's brief", 'presence', {
    brief: { adversary: (b, s) => b.replace(s.input.task_brief!, () => '') },
  }),
  plant('shows the adversary half of the proposal', 'presence', {
    brief: { adversary: (b, s) => b.replace(last(s, 'proposer')!.text, (text) => text.slice(0, text.length >> 1)) },
  }),
  delegating('calls the adversary first', 'presence', function* ({ task_brief }) {
    const attack = yield* call('adversary', { task_brief, proposal: '' })
    const proposal = yield* call('proposer', { task_brief })
    return { result: { proposal: proposal.text, attack: attack.text } }
  }),
  plant('tells the adversary what the proposer thought', 'taint', {
    tell: { adversary: (s) => last(s, 'proposer')?.private?.reasoning ?? '' },
  }),
  plant('attacks less what was doubted already', 'noninterference', {
    tell: { adversary: (s) => (last(s, 'proposer')?.private ? '' : '\nBe harsh.') },
  }),
  delegating('does not call the adversary for an empty proposal', 'noninterference', function* ({ task_brief }) {
    const proposal = yield* call('proposer', { task_brief })
    if (proposal.text === '') return { result: { proposal: '', attack: '' } }
    const attack = yield* call('adversary', { task_brief, proposal: proposal.text })
    return { result: { proposal: proposal.text, attack: attack.text } }
  }),
  plant('tells the adversary how long the proposer took', 'determinacy', {
    tell: { adversary: (s) => String(last(s, 'proposer')?.usage?.outputTokens ?? '') },
  }),
  delegating('asks again and again for an attack', 'bounds', function* ({ task_brief }) {
    const proposal = yield* call('proposer', { task_brief })
    let attack = yield* call('adversary', { task_brief, proposal: proposal.text })
    while (attack.text === '') attack = yield* call('adversary', { task_brief, proposal: proposal.text })
    return { result: { proposal: proposal.text, attack: attack.text } }
  }),
  plant('resolves the debate', 'results', {
    end: ({ result }) => ({
      result: (result as JsonObject).attack === '' ? (result as JsonObject).proposal! : result!,
    }),
  }),
  plant('drops an empty attack', 'results', { end: ({ result }) => ({ result: prune(result as JsonObject) }) }),
  plant('tidies up the proposal', 'results', {
    end: ({ result }) => ({
      result: { ...(result as JsonObject), proposal: String((result as JsonObject).proposal).replace(/\s+/g, ' ') },
    }),
  }),
  plant('adds a verdict of its own', 'results', { end: (result) => ({ ...result, verdict: 'unresolved' }) }),
  plant('tells the adversary that it will be weighed', 'results', {
    tell: { adversary: () => '\nYour words will be weighed.' },
  }),
]

// Helpers

function plant(name: string, law: CompositeLaw, fault: Fault): CompositeMutant {
  return { name, law, composite: tampered(proposerAdversary, fault) }
}

function delegating(
  name: string,
  law: CompositeLaw,
  delegate: (input: { task_brief: string }) => Delegation,
): CompositeMutant {
  return { name, law, composite: defineComposite({ ...proposerAdversary, delegate } as AnyComposite) }
}

const prune = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''))
