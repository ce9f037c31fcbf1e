import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnyComposite } from '../composites/composite.ts'
import { oversight } from '../composites/oversight.ts'
import { proposerAdversary } from '../composites/proposer-adversary.ts'
import { workerCritic } from '../composites/worker-critic.ts'
import type { ModelProvider } from '../providers/model.ts'
import { type SayOptions, say } from '../providers/script-steps.ts'
import { type RunOptions, runCompositeSync } from './run-composite.ts'

/** Fixed width, one case, no letter that JSON would escape: it cannot turn up by chance. */
const MARK = 'zqprivatemarkofthetest'

/** The places in which a model can put what it keeps to itself. */
const HIDING: readonly ((public_: string) => readonly [text: string, options: SayOptions])[] = [
  (words) => [words, { reasoning: MARK }],
  (words) => [words, { selfAssessment: MARK }],
  (words) => [`<think>${MARK}</think>${words}`, {}],
  (words) => [`${words}<Reasoning>${MARK}`, {}],
  (words) => [`${MARK}</thinking>${words}`, {}],
  (words) => [JSON.stringify({ outcome: words, self_assessment: MARK }), {}],
  (words) => [
    `\`\`\`json\n${JSON.stringify({ reasoning: words, verdict: 'reject', self_assessment: { deep: [MARK] } })}\n\`\`\``,
    {},
  ],
  (words) => [`{"decision":"adjust","adjustment":${JSON.stringify(words)},"self\\u005fassessment":"${MARK}"}`, {}],
  (words) => [`{"outcome":"\\u003cthink>${MARK}\\u003c/think>","x":1}`, { data: { note: words } }],
  (words) => [
    words,
    { data: { verdict: 'reject', reasoning: `<think>${MARK}</think>`, suggestions: [`<think>${MARK}`] } },
  ],
  (words) => [words, { data: { decision: 'adjust', adjustment: `${MARK}</think>${words}`, self_assessment: MARK } }],
  (words) => [`{"outcome":"${words.replaceAll(/[^a-z]/g, '')}","outcome":"","self_assessment":"${MARK}"}`, {}],
  (words) => [`{"outcome":"${words.replaceAll(/[^a-z]/g, '')}","self_assessment":"${MARK}`, {}],
]

const SUBJECTS: readonly (readonly [string, AnyComposite, Omit<RunOptions, 'model'>])[] = [
  ['worker-critic', workerCritic, { input: { task_brief: 'x', criteria: 'y' }, config: { max_rounds: 4 } }],
  ['oversight', oversight, { input: { task_brief: 'x' }, config: { max_cycles: 3 } }],
  ['proposer-adversary', proposerAdversary, { input: { task_brief: 'x' } }],
  [
    'composites in the slots of another',
    oversight,
    {
      input: { task_brief: 'x' },
      config: { max_cycles: 2 },
      components: {
        actor: { composite: workerCritic, input: { criteria: 'y' }, config: { max_rounds: 2 } },
        observer: { composite: proposerAdversary },
      },
    },
  ],
]

test.each(SUBJECTS)('what is private stays out of every request and of the result: %s', (_, composite, options) => {
  const replies = fc.array(fc.tuple(fc.constantFrom(...HIDING), fc.string({ maxLength: 12 })), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(replies, (said) => {
      let calls = 0
      const model: ModelProvider = {
        id: 'hiding',
        respond() {
          const [hide, words] = said[calls++ % said.length]!
          return say(...hide(words))
        },
      }
      const run = runCompositeSync(composite, { ...options, model } as never)
      const told = run.events.flatMap((event) => (event.kind === 'slot-called' ? [event.request] : []))
      expect(JSON.stringify([told, run.result])).not.toContain(MARK)
      expect(JSON.stringify(run.events)).toContain(MARK)
    }),
    { numRuns: 150 },
  )
})
