import { oversight } from '../../src/composites/oversight.ts'
import type { DecisionReading } from '../../src/decisions/read-decision.ts'
import type { CompositeLaw } from '../check-composite.ts'
import type { CompositeMutant } from './mutant.ts'
import { type Fault, last, read, type Seen, tampered } from './tamper.ts'

const hidden = (seen: Seen) => last(seen, 'actor')?.private?.reasoning ?? ''
const adjusted = (seen: Seen) => String(read(seen, 'arbiter', 'adjustment') ?? '')
const onRetry = (tell: (seen: Seen) => string) => (seen: Seen) => (seen.k > 1 ? `\n\n${tell(seen)}` : '')

/** Oversights that each do one thing wrong. */
export const oversightMutants: readonly CompositeMutant[] = [
  plant('moves the goal that the observer measures by', 'presence', {
    brief: { observer: (b, s) => (adjusted(s) ? b.replace(s.input.task_brief!, () => adjusted(s)) : b) },
  }),
  plant("leaves the report out of the arbiter's brief", 'presence', {
    brief: { arbiter: (b, s) => b.replace(last(s, 'observer')!.text, () => '') },
  }),
  plant('forgets an adjustment after one cycle', 'presence', {
    brief: { actor: (b, s) => (read(s, 'arbiter', 'decision') === 'continue' ? s.input.task_brief! : b) },
  }),

  plant('tells the observer what the actor thought', 'taint', { tell: { observer: (s) => `\n${hidden(s)}` } }),
  plant('tells the observer what the actor thinks of its work', 'taint', {
    tell: { observer: (s) => last(s, 'actor')?.private?.selfAssessment ?? '' },
  }),
  plant('lets the arbiter see the actor', 'taint', { tell: { arbiter: (s) => `\n${last(s, 'actor')!.text}` } }),
  plant('lets the arbiter see what the actor thought', 'taint', { tell: { arbiter: hidden } }),
  plant('tells the actor what was observed', 'taint', { tell: { actor: onRetry((s) => last(s, 'observer')!.text) } }),
  plant("tells the actor the arbiter's reasons", 'taint', {
    tell: { actor: onRetry((s) => String(read(s, 'arbiter', 'reason') ?? '')) },
  }),
  plant('tells the observer the adjustment', 'taint', { tell: { observer: adjusted } }),
  plant('keeps an adjustment that was cleared', 'taint', {
    brief: {
      actor: (b, s) => (adjusted(s) === '' && adjustments(s).length > 0 ? `${b}\n\n${adjustments(s).at(-1)}` : b),
    },
  }),
  plant('piles up adjustments', 'taint', {
    tell: {
      actor: ({ replies }) =>
        (replies.arbiter ?? [])
          .slice(0, -1)
          .map(({ reading }) => (reading as DecisionReading).adjustment ?? '')
          .join('\n'),
    },
  }),

  plant('tells the observer how long the actor thought', 'noninterference', {
    tell: { observer: (s) => ' '.repeat(hidden(s).length % 7) },
  }),
  plant('asks the observer twice when the actor rationalises', 'noninterference', {
    askBefore: (ask, s) => (ask.slot === 'observer' && hidden(s) ? ask : undefined),
  }),
  plant("orders the observer's brief by what the actor thought", 'noninterference', {
    brief: { observer: (b, s) => (hidden(s) ? b.split('\n\n').reverse().join('\n\n') : b) },
  }),
  plant('warns the arbiter of a long outcome', 'noninterference', {
    tell: { arbiter: (s) => (last(s, 'actor')!.text.length > 60 ? '!' : '') },
  }),
  plant('tells the actor that it was not doubted', 'noninterference', {
    tell: { actor: (s) => (s.k > 1 && !read(s, 'arbiter', 'reason') ? '\nGo on.' : '') },
  }),

  plant('tells the observer that the task was adjusted', 'determinacy', {
    tell: { observer: (s) => (adjusted(s) ? '\nMind the change.' : '') },
  }),
  plant('tells the arbiter the cycle', 'determinacy', { tell: { arbiter: ({ k }) => `\nTime ${k}.` } }),
  plant('tells the arbiter how many cycles are left', 'determinacy', {
    tell: { arbiter: ({ k, config }) => `\n${Number(config.max_cycles) - k} more.` },
  }),
  plant('tells the observer what was decided last', 'determinacy', {
    tell: { observer: (s) => String(read(s, 'arbiter', 'decision') ?? '') },
  }),
  plant('tells the observer how long the actor took', 'determinacy', {
    tell: { observer: (s) => String(last(s, 'actor')?.usage?.outputTokens ?? '') },
  }),

  plant('ignores the budget', 'bounds', { config: (config) => ({ ...config, max_cycles: 1_000 }) }),
  plant('goes one cycle too far', 'bounds', {
    config: ({ max_cycles = 3, ...config }) => ({ ...config, max_cycles: max_cycles + 1 }),
  }),

  plant('goes on after an abort', 'results', {
    hear: redeciding((r) => (r.decision === 'abort' ? { ...r, decision: 'continue' } : r)),
  }),
  plant('aborts when nothing could be read', 'results', {
    hear: redeciding((r) => (r.readable ? r : { ...r, decision: 'abort' })),
  }),
  plant('drops the reason for aborting', 'results', {
    end: (result) => (result.abort_reason === undefined ? result : { ...result, abort_reason: 'aborted' }),
  }),
  plant('gives a reason although nobody aborted', 'results', {
    end: (result) => ({ abort_reason: 'none', ...result }),
  }),
  plant('returns the first outcome when aborted', 'results', {
    end: (result, { replies }) =>
      result.abort_reason === undefined ? result : { ...result, result: replies.actor![0]!.text },
  }),
  plant('miscounts its cycles when aborted', 'results', {
    end: (result) => (result.abort_reason === undefined ? result : { ...result, cycles: Number(result.cycles) - 1 }),
  }),
  plant('adjusts what is adjusted already', 'results', {
    brief: {
      actor: (b, s) =>
        adjustments(s).length < 2
          ? b
          : adjustments(s).reduce((task, words) => `${task}\n\nMind this as well:\n${words}`, s.input.task_brief!),
    },
  }),
  plant('puts the adjustment before the task', 'results', {
    brief: {
      actor: (b, s) =>
        b === s.input.task_brief ? b : `Mind this: ${b.slice(s.input.task_brief!.length)}\n\n${s.input.task_brief}`,
    },
  }),
  plant('tells the actor that it is watched', 'results', {
    brief: { actor: (b, s) => (s.k > 1 ? `${b}\nYou are being watched.` : b) },
  }),
  plant('tells the observer that somebody will decide', 'results', {
    tell: { observer: () => '\nThe arbiter decides.' },
  }),
]

// Helpers

function plant(name: string, law: CompositeLaw, fault: Fault): CompositeMutant {
  return { name, law, composite: tampered(oversight, fault) }
}

function redeciding(change: (reading: DecisionReading) => DecisionReading): Required<Fault>['hear'] {
  return (slot, reply) => (slot === 'arbiter' ? { ...reply, reading: change(reply.reading as DecisionReading) } : reply)
}

const adjustments = ({ replies }: Seen): readonly string[] =>
  (replies.arbiter ?? []).flatMap(({ reading }) => (reading as DecisionReading).adjustment || [])
