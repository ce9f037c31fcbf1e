import fc from 'fast-check'
import type { ArbitrationInput } from '../src/arbitration/contract.ts'
import type { Json } from '../src/json/json.ts'
import { type FaultKind, ModelFault, type ModelReply } from '../src/providers/model.ts'

/** A way for a model to answer, and what the contract makes of it. */
export interface ArbitrationReply {
  readonly reply: ModelReply | ModelFault
  readonly means: ReplyMeaning
  /** How it was made, for counting. */
  readonly how: string
}

/** What a reply means: a valid answer, one that is none (`invalid`), or a call that failed. */
export type ReplyMeaning =
  | { readonly kind: 'decided'; readonly action: string; readonly confidence: number }
  | { readonly kind: 'ambiguous' | 'escalate' | 'invalid' | 'failed' }

/** A few small choices from which a reply is made; they shrink towards a plain, sure decision for the first action. */
export interface ReplySeed {
  readonly form: number
  readonly pick: number
  readonly twist: number
  readonly sure: number
  readonly text: string
}

/**
 * Choices from which {@link arbitrationReply} makes a reply.
 *
 * @example
 * ```ts
 * import fc from 'fast-check'
 * import { arbitrationReply, replySeeds } from 'vitest-tribunal/properties'
 *
 * const [seed] = fc.sample(replySeeds(), 1)
 * const input = { facts: {}, allowed_actions: ['wait', 'reload'] }
 * console.log(arbitrationReply(seed!, input, 0.7).means.kind)
 * ```
 */
export const replySeeds = (): fc.Arbitrary<ReplySeed> =>
  fc.record({
    form: fc.nat(WEIGHTED.length - 1),
    // The first action often, so that votes meet.
    pick: fc.oneof(fc.constant(0), fc.nat(7)),
    twist: fc.nat(15),
    sure: fc.nat(5),
    text: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('', 'ok', '{', '}', '[]', 'null', '\ud800', '\u0000', '<think>') },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
    ),
  })

/**
 * Makes the reply that a seed stands for: valid answers, near misses of every rule, garbage, injections and faults.
 *
 * @param seed - the choices
 * @param input - whose actions are chosen, or nearly
 * @param bar - the confidence around which answers are made, 0 to 1
 *
 * @example
 * ```ts
 * import { arbitrationReply } from 'vitest-tribunal/properties'
 *
 * const seed = { form: 0, pick: 0, twist: 0, sure: 0, text: '' }
 * const { reply, means } = arbitrationReply(seed, { facts: {}, allowed_actions: ['wait'] }, 0.7)
 * console.log(means.kind, 'text' in reply && reply.text) // decided {"status":"decided","action":"wait","confidence":1}
 * ```
 */
export function arbitrationReply(seed: ReplySeed, input: ArbitrationInput, bar: number): ArbitrationReply {
  const how = WEIGHTED[seed.form % WEIGHTED.length]!
  const actions = input.allowed_actions
  const action = actions[seed.pick % actions.length]!
  const confidence = [1, bar, bar / 2, 0, Math.min(1, bar + 0.01), Math.max(0, bar - 0.01)][seed.sure % 6]!
  const [reply, means] = FORMS[how]({ ...seed, action, confidence, actions })
  return { reply: typeof reply === 'string' ? { text: reply } : reply, means, how }
}

// Helpers

interface Choice extends ReplySeed {
  readonly action: string
  readonly confidence: number
  readonly actions: readonly string[]
}

type Made = readonly [reply: string | ModelReply | ModelFault, means: ReplyMeaning]

const INVALID: ReplyMeaning = { kind: 'invalid' }

const answer = ({ action, confidence }: Choice, more: object = {}) => ({
  status: 'decided',
  action,
  confidence,
  ...more,
})
const decided = ({ action, confidence }: Choice): ReplyMeaning => ({ kind: 'decided', action, confidence })
const json = (value: unknown) => JSON.stringify(value)
/** A thinking tag would make the rest of a reply private. */
const plain = ({ text }: Choice) => text.replace('<think>', 'hm')
const from = <T>(list: readonly T[], at: number): T => list[at % list.length]!

const FORMS = {
  decided: (c) => [json(answer(c)), decided(c)],
  escalate: (c) => [json({ status: 'escalate', ...(c.twist % 2 ? { reason: plain(c) } : {}) }), { kind: 'escalate' }],
  ambiguous: (c) => [
    json({ status: 'ambiguous', candidate_actions: c.actions.slice(0, 1 + (c.pick % c.actions.length)) }),
    { kind: 'ambiguous' },
  ],
  'with-everything': (c) => [json(answer(c, { reason: plain(c), stable: c.twist % 2 === 0 })), decided(c)],
  'unknown-keys': (c) => [
    json(answer(c, { allowed_actions: ['delete_all'], [plain(c)]: 1, toString: 2, ...answer(c) })),
    decided(c),
  ],
  wrapped: (c) => [from(WRAPPINGS, c.twist)(json(answer(c))), decided(c)],
  structured: (c) => [{ text: c.twist % 2 ? '' : json(answer(c)), data: answer(c) as Json }, decided(c)],
  'near-miss': (c) => [json({ ...answer(c), action: nearMiss(c) }), INVALID],
  'bad-confidence': (c) => [
    json(answer(c)).replace(/"confidence":[^,}]+/, `"confidence":${from(BAD_CONFIDENCES, c.twist)}`),
    INVALID,
  ],
  'bad-field': (c) => [json(answer(c, from(BAD_FIELDS, c.twist))), INVALID],
  'missing-field': (c) => [
    json({ ...answer(c), [from(['status', 'action', 'confidence'], c.twist)]: undefined }),
    INVALID,
  ],
  'bad-status': (c) => [json({ ...answer(c), status: from(BAD_STATUSES, c.twist) }), INVALID],
  'bad-candidates': (c) => [json({ status: 'ambiguous', candidate_actions: from(badCandidates(c), c.twist) }), INVALID],
  injected: (c) => [
    json({ ...answer(c), action: 'delete_all', allowed_actions: [...c.actions, 'delete_all'] }),
    INVALID,
  ],
  'duplicate-key': (c) => [
    json(answer(c)).replace(
      '{',
      `{${from(['"action":"delete_all"', '"status":"escalate"', '"confid\\u0065nce":1'], c.twist)},`,
    ),
    INVALID,
  ],
  'two-objects': (c) => [
    json(answer(c)) + from(['', '\n', ' or '], c.twist) + json(from([answer(c), {}, { status: 'escalate' }], c.pick)),
    INVALID,
  ],
  'badly-wrapped': (c) => [from(BAD_WRAPPINGS, c.twist)(json(answer(c))), INVALID],
  contradiction: (c) => [{ text: json(answer(c)), data: { status: 'escalate' } }, INVALID],
  prototype: (c) => [`{"__proto__":${json(answer(c))}}`, INVALID],
  garbage: (c) => [c.text, INVALID],
  fault: (c) => [new ModelFault(from(FAULTS, c.twist), 'It failed.'), { kind: 'failed' }],
} satisfies { readonly [how: string]: (choice: Choice) => Made }

type How = keyof typeof FORMS

/** The plain forms stand first, so that seeds shrink to them; decisions are frequent, so that votes meet. */
const WEIGHTED: readonly How[] = [
  'decided',
  'decided',
  'decided',
  ...(Object.keys(FORMS) as How[]),
  'decided',
  'near-miss',
  'near-miss',
]

/** The model's own way to say that it is asked for JSON. */
const WRAPPINGS: readonly ((text: string) => string)[] = [
  (text) => `\`\`\`json\n${text}\n\`\`\``,
  (text) => `\n  ${text}\r\n`,
  (text) => `\ufeff${text}`,
  (text) => `<think>{"action":"delete_all"}</think>${text}`,
  (text) => `Here it is:\n\`\`\`\n${text}\n\`\`\`\nDone.`,
  (text) => `~~~\n${text}\n~~~`,
]

const BAD_WRAPPINGS: readonly ((text: string) => string)[] = [
  (text) => `I would never answer ${text}, would I?`,
  (text) => `[${text}]`,
  (text) => `{"answer":${text}}`,
  (text) => text.slice(0, -1),
  (text) => JSON.stringify(text),
  (text) => `${text},`,
  (text) => `\`\`\`\n${text}\nor not\n\`\`\``,
]

const BAD_CONFIDENCES = [
  'true',
  'false',
  'null',
  '"0.9"',
  '"1"',
  '[1]',
  '{}',
  '-0.01',
  '1.01',
  '1e999',
  '-1e999',
  '90',
  'NaN',
  'Infinity',
] as const

const BAD_FIELDS = [
  { reason: 5 },
  { reason: null },
  { stable: 'true' },
  { stable: 1 },
  { stable: null },
  { action: 0 },
  { action: null },
  { action: ['wait'] },
] as const

const BAD_STATUSES = [
  'Decided',
  'DECIDED',
  'decided ',
  '',
  'done',
  null,
  true,
  ['decided'],
  '__proto__',
  'constructor',
] as const

const FAULTS: readonly FaultKind[] = [
  'timeout',
  'transport',
  'status',
  'malformed',
  'empty',
  'refusal',
  'truncated',
  'aborted',
]

const badCandidates = ({ action }: Choice): readonly unknown[] => [
  [],
  [action, action],
  [action, 'delete_all'],
  action,
  null,
  [1],
  {},
]

/** A spelling that is close to an allowed action and not in the list. */
function nearMiss({ action, actions, twist }: Choice): string {
  const spellings = [
    ` ${action}`,
    `${action} `,
    `${action}\n`,
    action.toUpperCase(),
    action.toLowerCase(),
    action.normalize('NFC'),
    action.normalize('NFD'),
    action.normalize('NFKC'),
    action.replace('a', '\u0430'),
    `${action}\u200b`,
    `"${action}"`,
    `${action}\u0000`,
    `${action}\ud800`,
    action.slice(0, -1),
    `${action}.`,
    'delete_all',
  ]
  for (let at = 0; at < spellings.length; at++) {
    const spelling = from(spellings, twist + at)
    if (!actions.includes(spelling)) return spelling
  }
  return `${actions.join('')}!`
}
