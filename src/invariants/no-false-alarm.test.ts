import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnyComposite } from '../composites/composite.ts'
import { oversight } from '../composites/oversight.ts'
import { proposerAdversary } from '../composites/proposer-adversary.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import type { ModelProvider, ModelRequest } from '../providers/model.ts'
import { accept, decide, reject, say } from '../providers/script-steps.ts'
import { type RunOptions, runCompositeSync } from '../run/run-composite.ts'
import { checkFirewalls, checkInvariants } from './check-run.ts'

const CRITERIA = 'Every claim names a source, and no source is a blog. Answer the task in full: [x] all of it.'

/** Hard to tell from the words of a template, from one another, or from what they quote. */
const TASKS = ['a', 'Go', 'critic', 'Write about the tides and name each source.', 'Task:\n', CRITERIA.slice(0, 60)]
const TEXTS = [
  ...TASKS,
  '',
  ' ',
  'e',
  'the',
  'observer',
  '[withheld]',
  CRITERIA,
  CRITERIA.slice(10, 33),
  CRITERIA.slice(20),
]

type Optionsof = (input: { task_brief: string; criteria: string }) => Omit<RunOptions, 'model'>

const SUBJECTS: readonly (readonly [what: string, composite: AnyComposite, repeats: boolean, optionsOf: Optionsof])[] =
  [
    ['worker-critic', workerCritic, true, (input) => ({ input, config: { max_rounds: 4 } })],
    ['oversight', oversight, true, ({ task_brief }) => ({ input: { task_brief }, config: { max_cycles: 4 } })],
    [
      'an oversight that aborts on doubt',
      oversight,
      true,
      ({ task_brief }) => ({ input: { task_brief }, config: { max_cycles: 2, on_unreadable: 'abort' } }),
    ],
    ['proposer-adversary', proposerAdversary, true, ({ task_brief }) => ({ input: { task_brief } })],
    // Replies that repeat their brief would carry the templates of one composite into the other: a stated limit.
    [
      'composites in both slots of another',
      workerCritic,
      false,
      (input) => ({
        input,
        components: {
          worker: { composite: oversight, config: { max_cycles: 2 } },
          critic: { composite: proposerAdversary },
        },
      }),
    ],
  ]

test.each(SUBJECTS)('no law is broken by %s, whatever the model says', (_, composite, repeats, optionsOf) => {
  const input = fc.record({
    task_brief: fc.constantFrom(...TASKS),
    criteria: fc.constantFrom(CRITERIA, 'It is above 10.', 'a'),
  })
  fc.assert(
    fc.property(input, models(repeats), (given, open) => {
      const run = runCompositeSync(composite, { ...optionsOf(given), model: open() } as never)
      expect([...checkFirewalls(run), ...checkInvariants(run)]).toEqual([])
    }),
  )
})

// Helpers

const text = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.array(fc.constantFrom(...TEXTS), { maxLength: 3 }).map((parts) => parts.join('\n- ')),
  fc.string({ maxLength: 30 }),
)

/** What a model may repeat of its brief: enough of it to hold words of the template, not so much that it travels through two roles. */
const echo = fc.constantFrom<(brief: string) => string>(
  () => '',
  (brief) => brief.slice(0, 80),
  (brief) => brief.slice(0, 40),
  (brief) => JSON.stringify(brief.slice(0, 80)),
)

/** Models that have an answer for every call, whoever is asked; each opens afresh. */
function models(repeats: boolean): fc.Arbitrary<() => ModelProvider> {
  const words = fc.tuple(repeats ? echo : fc.constant(() => ''), text).map(
    ([repeat, own]) =>
      ({ brief }: ModelRequest) =>
        `${repeat(brief)}${own}`,
  )
  const answer = fc.oneof(
    words.map((said) => (request: ModelRequest) => say(said(request))),
    fc.tuple(words, words).map(
      ([said, thought]) =>
        (request: ModelRequest) =>
          say(said(request), { reasoning: thought(request), selfAssessment: thought(request) }),
    ),
    fc.tuple(words, fc.array(words, { maxLength: 2 }), fc.array(words, { maxLength: 3 })).map(
      ([reasoning, issues, suggestions]) =>
        (request: ModelRequest) =>
          reject({
            reasoning: reasoning(request),
            issues: issues.map((one) => one(request)),
            suggestions: suggestions.map((one) => one(request)),
          }),
    ),
    words.map(
      (said) => (request: ModelRequest) => decide('adjust', { adjustment: said(request), reason: said(request) }),
    ),
    words.map((said) => (request: ModelRequest) => say('', { data: { outcome: said(request), notes: said(request) } })),
    fc.constantFrom(accept(), decide('continue'), decide('abort')).map((reply) => () => reply),
  )
  return fc.array(answer, { minLength: 1, maxLength: 9 }).map((answers) => () => {
    let calls = 0
    return { id: 'answers', respond: (request) => answers[calls++ % answers.length]!(request) }
  })
}
