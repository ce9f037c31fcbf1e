import { call, defineComposite } from './composite.ts'

/** What a proposer-adversary is given. */
export interface ProposerAdversaryInput {
  /** What to propose. */
  readonly task_brief: string
}

/**
 * One role proposes, another attacks the proposal; both come back and nobody settles the matter.
 * Source: openprose/prose patterns/proposer-adversary.prose.md.
 *
 * @example
 * ```ts
 * import { proposerAdversary, runComposite, scripted } from 'vitest-tribunal'
 *
 * const run = await runComposite(proposerAdversary, {
 *   input: { task_brief: 'Where do we keep sessions?' },
 *   model: scripted({ proposer: ['In memory.'], adversary: ['A restart logs everybody out.'] }),
 * })
 * console.log(run.result) // { result: { proposal: 'In memory.', attack: 'A restart logs everybody out.' } }
 * ```
 */
export const proposerAdversary = defineComposite<ProposerAdversaryInput, Record<string, never>>({
  name: 'proposer-adversary',
  kind: 'pattern',
  version: '0.1.0',
  description: 'Has a proposal made and attacked, and leaves the judgment to whoever asked.',
  input: { task_brief: { type: 'string', minLength: 1 } },
  config: {},
  slots: {
    proposer: {
      primary: true,
      must: ['task_brief'],
      sees: [],
      requires: 'the task',
      ensures: 'a proposal',
      shape: 'propose',
      output: 'proposal',
      brief: ({ task_brief }: { task_brief: string }) => task_brief,
    },
    adversary: {
      must: ['task_brief', 'proposer.text'],
      sees: [],
      requires: 'the task and the proposal',
      ensures: 'flaws, edge cases and counterexamples of the proposal',
      shape: 'find what is wrong with the proposal',
      output: 'attack',
      brief: ({ task_brief, proposal }: { task_brief: string; proposal: string }) =>
        `Find what is wrong with this proposal: its flaws, the edge cases it misses, counterexamples to what it claims.\n\n` +
        `Task:\n${task_brief}\n\nProposal:\n${proposal}`,
    },
  },
  self: 'ask for a proposal, ask for its weaknesses, return both',
  prohibited: [],
  returns: {
    result: { description: 'the proposal and the attack on it, as they came', from: ['proposer', 'adversary'] },
  },
  invariants: ['both-sides-untouched', 'roles-unaware'],
  *delegate({ task_brief }) {
    const proposal = yield* call('proposer', { task_brief })
    const attack = yield* call('adversary', { task_brief, proposal: proposal.text })
    return { result: { proposal: proposal.text, attack: attack.text } }
  },
})
