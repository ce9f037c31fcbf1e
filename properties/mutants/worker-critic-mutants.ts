import { type AnyComposite, call, type Delegation, defineComposite } from '../../src/composites/composite.ts'
import { withhold } from '../../src/composites/withhold.ts'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import type { VerdictReading } from '../../src/decisions/read-verdict.ts'
import type { CompositeLaw } from '../check-composite.ts'
import type { CompositeMutant } from './mutant.ts'
import { type Fault, last, read, type Seen, tampered } from './tamper.ts'

const criteria = ({ input }: Seen) => input.criteria!
const onRetry = (tell: (seen: Seen) => string) => (seen: Seen) => (seen.k > 1 ? `\n\n${tell(seen)}` : '')

/** Worker-critics that each do one thing wrong. */
export const workerCriticMutants: readonly CompositeMutant[] = [
  // Who must see what.
  plant('tells the worker more than the task at first', 'presence', { tell: { worker: () => '\n' } }),
  plant("leaves the criteria out of the critic's brief", 'presence', {
    brief: { critic: (b, s) => b.replace(criteria(s), () => '') },
  }),
  plant("leaves the task out of the critic's brief", 'presence', {
    brief: { critic: (b, s) => b.replace(s.input.task_brief!, () => '') },
  }),
  plant('leaves the task out of a retry', 'presence', {
    brief: { worker: (b, s) => (s.k > 1 ? b.slice(s.input.task_brief!.length) : b) },
  }),
  plant('leaves the suggestions out', 'presence', { hear: rereading((reading) => ({ ...reading, suggestions: [] })) }),
  plant('shows one suggestion of several', 'presence', {
    hear: rereading((r) => ({ ...r, suggestions: r.suggestions.slice(0, 1) })),
  }),
  plant('shortens a long critique', 'presence', {
    hear: rereading((r) => ({ ...r, reasoning: r.reasoning.slice(0, 80) })),
  }),
  plant('reuses the first critique', 'presence', {
    hear: (slot, reply, seen) => (slot === 'critic' ? (seen.replies.critic![0] ?? reply) : reply),
  }),

  // Who may see what.
  plant('leaks the criteria to the worker', 'taint', { tell: { worker: onRetry(criteria) } }),
  plant('leaks the criteria to the worker in capitals', 'taint', {
    tell: { worker: onRetry((s) => criteria(s).toUpperCase()) },
  }),
  plant('leaks the criteria to the worker letter by letter', 'taint', {
    tell: { worker: onRetry((s) => [...criteria(s)].join(' ')) },
  }),
  plant('leaks the criteria to the worker in base64', 'taint', {
    tell: { worker: onRetry((s) => Buffer.from(criteria(s)).toString('base64')) },
  }),
  plant('does not withhold quotes in the reasoning', 'taint', {
    brief: { worker: (b, s) => unheld(b, s, [String(read(s, 'critic', 'reasoning') ?? '')]) },
  }),
  plant('does not withhold quotes in suggestions', 'taint', {
    brief: { worker: (b, s) => unheld(b, s, (read(s, 'critic', 'suggestions') ?? []) as string[]) },
  }),
  composed('withholds only whole quotes', 'taint', (critique, whole) =>
    joined(critique).replaceAll(whole, '[withheld]'),
  ),
  plant('tells the worker the issues', 'taint', {
    tell: { worker: onRetry((s) => JSON.stringify(read(s, 'critic', 'issues'))) },
  }),
  plant('tells the worker what the critic keeps to itself', 'taint', {
    tell: { worker: onRetry((s) => last(s, 'critic')?.private?.reasoning ?? '') },
  }),
  plant('tells the critic what the worker keeps to itself', 'taint', {
    tell: { critic: (s) => last(s, 'worker')?.private?.selfAssessment ?? '' },
  }),
  plant('tells the critic the attempt before', 'taint', {
    tell: { critic: ({ replies }) => replies.worker!.at(-2)?.text ?? '' },
  }),
  plant('tells the critic the critique before', 'taint', {
    tell: { critic: (s) => String(read(s, 'critic', 'reasoning') ?? '') },
  }),
  plant("repeats the worker's attempt to it", 'taint', { tell: { worker: onRetry((s) => last(s, 'worker')!.text) } }),
  plant('passes tool calls on', 'taint', {
    tell: { critic: (s) => JSON.stringify(last(s, 'worker')?.toolCalls ?? '') },
  }),
  plant('piles up critiques', 'taint', {
    tell: {
      worker: ({ replies, k }) =>
        k > 2
          ? replies
              .critic!.slice(0, -1)
              .map((reply) => withhold(reply.text, ''))
              .join('\n')
          : '',
    },
  }),

  // What no marker shows.
  plant('tells the worker how long the criteria are', 'noninterference', {
    tell: { worker: onRetry((s) => `(${criteria(s).length})`) },
  }),
  plant('counts the issues', 'noninterference', {
    tell: { worker: onRetry((s) => `${(read(s, 'critic', 'issues') as string[]).length} issues`) },
  }),
  plant('says whether there were issues', 'noninterference', {
    brief: { worker: (b, s) => (s.k > 1 && (read(s, 'critic', 'issues') as string[]).length > 0 ? `${b}!` : b) },
  }),
  plant('tells the critic how much the worker thought', 'noninterference', {
    tell: { critic: (s) => `.`.repeat((last(s, 'worker')?.private?.reasoning ?? '').length) },
  }),
  plant('asks the critic twice when the worker has doubts', 'noninterference', {
    askBefore: (ask, s) => (ask.slot === 'critic' && last(s, 'worker')?.private?.selfAssessment ? ask : undefined),
  }),
  composed('withholds so that the length shows', 'noninterference', (critique, whole) =>
    masked(joined(critique), whole),
  ),

  // What slipped in besides.
  plant('tells the worker the round', 'determinacy', { tell: { worker: onRetry(({ k }) => `Take ${k}.`) } }),
  plant('tells the critic the round', 'determinacy', { tell: { critic: ({ k }) => `\nTake ${k}.` } }),
  plant('tells the critic the budget', 'determinacy', {
    tell: { critic: ({ config }) => `\nAt most ${config.max_rounds}.` },
  }),
  plant('tells the critic that it is the last time', 'determinacy', {
    tell: { critic: ({ k, config }) => (k === config.max_rounds ? '\nBe lenient.' : '') },
  }),
  plant('tells the critic how many tokens were used', 'determinacy', {
    tell: { critic: (s) => `${last(s, 'worker')?.usage?.outputTokens ?? ''}` },
  }),
  plant('is stricter after a rejection', 'determinacy', {
    tell: { critic: (s) => (s.replies.critic ? '\nBe strict.' : '') },
  }),

  // How it ends.
  plant('ignores the budget', 'bounds', { config: (config) => ({ ...config, max_rounds: 1_000 }) }),
  plant('goes one round too far', 'bounds', { config: ({ max_rounds = 3 }) => ({ max_rounds: max_rounds + 1 }) }),
  plant('does not survive an empty critique', 'bounds', {
    hear: (slot, reply) => (slot === 'critic' && reply.text === '' ? (undefined as never) : reply),
  }),

  // What it returns.
  plant('accepts on doubt', 'results', { hear: rereading((r) => (r.readable ? r : { ...r, verdict: 'accept' })) }),
  plant('goes on after it was accepted', 'results', {
    hear: rereading((r, s) => (s.k === 1 ? { ...r, verdict: 'reject' } : r)),
  }),
  plant('returns the first attempt', 'results', {
    end: (result, { replies }) => ({ ...result, result: replies.worker![0]!.text }),
  }),
  plant('returns the longest attempt', 'results', {
    end: (result, { replies }) => ({
      ...result,
      result: replies.worker!.map(({ text }) => text).reduce((a, b) => (b.length >= a.length ? b : a)),
    }),
  }),
  plant('miscounts its attempts', 'results', {
    end: (result) => ({ ...result, attempts: Number(result.attempts) - 1 }),
  }),
  plant('drops the final critique', 'results', { end: ({ final_critique: _, ...result }) => result }),
  plant('returns the critique before the last', 'results', {
    end: (result, { replies }) =>
      result.final_critique && replies.critic!.length > 1
        ? { ...result, final_critique: critiqueOf(replies.critic!.at(-2)!.reading as VerdictReading) }
        : result,
  }),
  plant('returns a critique of what was accepted', 'results', {
    end: (result, { replies }) => ({
      ...result,
      final_critique: critiqueOf(replies.critic!.at(-1)!.reading as VerdictReading),
    }),
  }),
  plant('tells the worker that it is judged', 'results', {
    brief: { worker: (b) => b.replace('What was said about it', () => 'What the critic said about it') },
  }),
  composed('rebuilds a quote by joining', 'results', (critique, whole) =>
    [critique.reasoning, ...critique.suggestions.map((one) => `- ${one}`)]
      .map((part) => withhold(part, whole))
      .join('\n'),
  ),
]

// Helpers

function plant(name: string, law: CompositeLaw, fault: Fault): CompositeMutant {
  return { name, law, composite: tampered(workerCritic, fault) }
}

/** A worker-critic that puts the worker's critique together in its own way. */
function composed(
  name: string,
  law: CompositeLaw,
  compose: (critique: VerdictReading, criteria: string) => string,
): CompositeMutant {
  const composite: AnyComposite = defineComposite({
    ...workerCritic,
    *delegate(
      { task_brief, criteria }: { task_brief: string; criteria: string },
      { max_rounds }: { max_rounds: number },
    ): Delegation {
      let critique: string | undefined
      for (let attempt = 1; ; attempt++) {
        const work = yield* call('worker', { task_brief, critique })
        const judged = yield* call('critic', { task_brief, criteria, result: work.text })
        const reading = judged.reading as VerdictReading
        if (reading.verdict === 'accept') return { result: work.text, attempts: attempt }
        if (attempt === max_rounds) return { result: work.text, attempts: attempt, final_critique: critiqueOf(reading) }
        critique = compose(reading, criteria)
      }
    },
  } as AnyComposite)
  return { name, law, composite }
}

function rereading(change: (reading: VerdictReading, seen: Seen) => VerdictReading): Required<Fault>['hear'] {
  return (slot, reply, seen) =>
    slot === 'critic' ? { ...reply, reading: change(reply.reading as VerdictReading, seen) } : reply
}

const joined = ({ reasoning, suggestions }: VerdictReading) =>
  [reasoning, ...suggestions.map((one) => `- ${one}`)].join('\n')

const critiqueOf = ({ verdict, reasoning, issues, suggestions }: VerdictReading) => ({
  verdict,
  reasoning,
  issues,
  suggestions,
})

/** Puts texts back where withholding had been at work. */
function unheld(brief: string, { input }: Seen, texts: readonly string[]): string {
  return texts.reduce((left, text) => left.replace(withhold(text, input.criteria!) || '\0', () => text), brief)
}

/** A mark per letter. */
function masked(text: string, whole: string): string {
  let kept = ''
  for (let at = 0; at < text.length; ) {
    let length = 0
    while (at + length < text.length && whole.includes(text.slice(at, at + length + 1))) length++
    kept += length >= 24 ? '*'.repeat(length) : text.slice(at, at + Math.max(1, length))
    at += Math.max(1, length)
  }
  return kept
}
