import type { Meaning, ModelState, ReferenceModel } from './reference-model.ts'

const TASK = 'Name a prime.'
const CRITERIA = 'It has at least three digits.'

const workerCriticModel: ReferenceModel = {
  input: { task_brief: TASK, criteria: CRITERIA },
  bound: 'max_rounds',
  meanings: { worker: ['say'], critic: ['accept', 'reject', 'mumble'] },
  start: (limit) => ({ asks: 'worker', told: [TASK], untold: [CRITERIA], round: 1, limit }),
  after(state, meaning) {
    const { round, limit, work } = state as ModelState & {
      readonly round: number
      readonly limit: number
      readonly work: string
    }
    if (meaning.kind === 'say')
      return { ...state, asks: 'critic', told: [TASK, CRITERIA, meaning.text], untold: [], work: meaning.text }
    if (meaning.kind === 'accept') return { result: { result: work, attempts: round } }
    const critique = critiqueOf(meaning)
    if (round === limit) return { bounded: true, result: { result: work, attempts: round, final_critique: critique } }
    const told = [TASK, critique.reasoning, ...critique.suggestions]
    return { ...state, asks: 'worker', told, untold: [CRITERIA], round: round + 1 }
  },
}

function critiqueOf(meaning: Meaning) {
  const rejected = meaning.kind === 'reject'
  return {
    verdict: rejected ? 'reject' : 'unreadable',
    reasoning: rejected ? meaning.reasoning : meaning.kind === 'mumble' ? meaning.text : '',
    issues: [] as readonly string[],
    suggestions: rejected ? meaning.suggestions : [],
  }
}

const oversightModel: ReferenceModel = {
  input: { task_brief: TASK },
  bound: 'max_cycles',
  meanings: { actor: ['say'], observer: ['say'], arbiter: ['continue', 'adjust', 'abort', 'mumble'] },
  start: (limit) => ({ asks: 'actor', told: [TASK], cycle: 1, limit, adjustment: '' }),
  after(state, meaning) {
    const { asks, cycle, limit, outcome, adjustment } = state as ModelState & {
      readonly [count in 'cycle' | 'limit']: number
    } & { readonly [text in 'outcome' | 'adjustment']: string }
    if (meaning.kind === 'say')
      return asks === 'actor'
        ? { ...state, asks: 'observer', told: [TASK, meaning.text], untold: [], outcome: meaning.text }
        : { ...state, asks: 'arbiter', told: [TASK, meaning.text], untold: [outcome] }
    if (meaning.kind === 'abort') return { result: { result: outcome, cycles: cycle, abort_reason: meaning.reason } }
    if (cycle === limit) return { bounded: true, result: { result: outcome, cycles: cycle } }
    const now = meaning.kind === 'adjust' ? meaning.adjustment : adjustment
    const untold = adjustment !== '' && adjustment !== now ? [adjustment] : []
    return { ...state, asks: 'actor', told: [TASK, now], untold, cycle: cycle + 1, adjustment: now }
  },
}

const proposerAdversaryModel: ReferenceModel = {
  input: { task_brief: TASK },
  meanings: { proposer: ['say'], adversary: ['say'] },
  start: () => ({ asks: 'proposer', told: [TASK] }),
  after({ asks, proposal }, meaning) {
    const text = (meaning as Extract<Meaning, { kind: 'say' }>).text
    return asks === 'proposer'
      ? { asks: 'adversary', told: [TASK, text], proposal: text }
      : { result: { result: { proposal: proposal as string, attack: text } } }
  },
}

/** The reference models of our composites, by the composite's name. */
export const REFERENCE_MODELS: { readonly [composite: string]: ReferenceModel } = {
  'worker-critic': workerCriticModel,
  oversight: oversightModel,
  'proposer-adversary': proposerAdversaryModel,
}
