import { type Arbiter, type ConsensusOptions, ourArbiter } from '../../arbiter.ts'
import { folding, objects, type Rewrite, rewritingArbiter } from './rewriting-arbiter.ts'

/** An arbiter with one fault planted, and the law that finds it. */
export interface ArbitrationMutant {
  readonly arbiter: Arbiter
  /** The law it was made for; others may find it as well. */
  readonly law: string
}

/** One fault each; issue-wide kill tables read this list. */
export const arbitrationMutants: readonly ArbitrationMutant[] = [
  reading(
    'trims actions',
    folding((action) => action.trim()),
  ),
  reading(
    'folds the case of actions',
    folding((action) => action.toLowerCase()),
  ),
  reading(
    'normalises actions',
    folding((action) => action.normalize('NFKC')),
  ),
  reading(
    'drops invisible characters',
    folding((action) => INVISIBLE.reduce((text, char) => text.replaceAll(char, ''), action)),
  ),
  reading(
    'unquotes actions',
    folding((action) => action.replace(/^"|"$/g, '')),
  ),
  reading(
    'takes true for a confidence',
    objects((o) => (o.confidence === true ? { ...o, confidence: 1 } : o)),
  ),
  reading(
    'takes a string for a confidence',
    objects((o) => (typeof o.confidence === 'string' ? { ...o, confidence: Number(o.confidence) } : o)),
  ),
  reading(
    'clamps a confidence',
    objects((o) =>
      typeof o.confidence === 'number' ? { ...o, confidence: Math.min(1, Math.max(0, o.confidence)) } : o,
    ),
  ),
  reading(
    'takes a percentage',
    objects((o) => (Number(o.confidence) > 1 ? { ...o, confidence: Number(o.confidence) / 100 } : o)),
  ),
  reading(
    'assumes a confidence',
    objects((o) => ({ confidence: 1, ...o })),
  ),
  reading(
    'assumes a status',
    objects((o) => ({ status: 'decided', ...o })),
  ),
  reading(
    'folds the case of a status',
    objects((o) => (typeof o.status === 'string' ? { ...o, status: o.status.trim().toLowerCase() } : o)),
  ),
  reading('lets the last of equal keys win', (reply) => ({ ...reply, text: lastKeyWins(reply.text) })),
  reading('takes the first of two objects', (reply) => ({
    ...reply,
    text: /^(\{[^{}]*\})[^}]*\{/.exec(reply.text)?.[1] ?? reply.text,
  })),
  reading('takes an object out of its words', (reply) => ({
    ...reply,
    text: reply.text.slice(Math.max(0, reply.text.indexOf('{')), reply.text.lastIndexOf('}') + 1) || reply.text,
  })),
  reading(
    'drops a field of a wrong type',
    objects(({ reason, stable, ...o }) => o),
  ),
  reading(
    'looks into the prototype',
    objects((o) => Object.assign({}, Object.getOwnPropertyDescriptor(o, '__proto__')?.value, o)),
  ),
  reading(
    'takes the first candidate',
    objects((o) =>
      o.status === 'ambiguous' && Array.isArray(o.candidate_actions)
        ? { status: 'decided', action: o.candidate_actions[0], confidence: 1 }
        : o,
    ),
  ),
  reading(
    'ignores the bar',
    objects((o, _, bar) =>
      typeof o.confidence === 'number' && o.confidence >= 0 ? { ...o, confidence: Math.max(bar, o.confidence) } : o,
    ),
  ),
  reading(
    'wants more than the bar',
    objects((o, _, bar) => (o.confidence === bar ? { ...o, confidence: bar - 0.001 } : o)),
  ),
  reading('prefers the text to the structured part', ({ data: _, ...reply }) => reply),
  {
    law: 'arbitration-stays-within',
    arbiter: {
      ...ourArbiter,
      name: 'lets the model widen the list',
      async decide(input, options) {
        let widened = input
        const model = {
          id: 'listening',
          async respond(...call: Parameters<typeof options.model.respond>) {
            const reply = await options.model.respond(...call)
            const more = /"allowed_actions":(\[[^\]]*\])/.exec(reply.text)?.[1]
            if (more) widened = { ...input, allowed_actions: JSON.parse(more) }
            return reply
          },
        }
        const decision = await ourArbiter.decide(input, { ...options, model })
        const again = {
          id: 'again',
          respond: () => ({
            text: JSON.stringify({ status: 'decided', action: widened.allowed_actions.at(-1), confidence: 1 }),
          }),
        }
        return widened === input ? decision : ourArbiter.decide(widened, { ...options, model: again })
      },
    },
  },
  {
    law: 'arbitration-stays-within',
    arbiter: {
      ...ourArbiter,
      name: 'falls back to the first action of the list',
      async decide(input, options) {
        return ourArbiter.decide(input, { ...options, default_action: input.allowed_actions[0]! })
      },
    },
  },
  {
    law: 'arbitration-calls',
    arbiter: {
      ...ourArbiter,
      name: 'asks a third time',
      async decide(input, options) {
        const decision = await ourArbiter.decide(input, options)
        const twice = decision.source === 'default' && input.self_check
        return twice ? ourArbiter.decide({ ...input, self_check: false }, options) : decision
      },
    },
  },
  calling(
    'revises what was escalated',
    objects((o) => (o.status === 'escalate' ? {} : o)),
  ),
  calling('never revises', (reply) => reply, false),
  calling('always may revise', (reply) => reply, true),
  {
    law: 'arbitration-default',
    arbiter: {
      ...ourArbiter,
      name: 'forgets a valid first answer',
      async decide(input, options) {
        let calls = 0
        const model = {
          id: 'forgetful',
          respond: (...call: Parameters<typeof options.model.respond>) =>
            calls++ === 0 && input.self_check ? { text: '' } : options.model.respond(...call),
        }
        return ourArbiter.decide(input, { ...options, model })
      },
    },
  },
  voting('lets the first vote win', 'arbitration-votes-permute', (options) => ({ ...options, samples: 1, quorum: 1 })),
  voting('needs one vote less', 'arbitration-quorum', ({ quorum, ...options }) => ({
    ...options,
    quorum: Math.max(1, (quorum ?? Math.floor(options.samples / 2) + 1) - 1),
  })),
  voting('needs one vote more', 'arbitration-quorum', ({ quorum, ...options }) => ({
    ...options,
    quorum: Math.min(options.samples, (quorum ?? Math.floor(options.samples / 2) + 1) + 1),
  })),
  voting('takes half for a majority', 'arbitration-quorum', (options) => ({
    quorum: Math.ceil(options.samples / 2),
    ...options,
  })),
  voting('counts weak votes', 'arbitration-quorum', (options) => ({ ...options, min_confidence: 0 })),
  voting('asks one sample less', 'arbitration-quorum', ({ quorum, samples, ...options }) => ({
    ...options,
    samples: Math.max(1, samples - 1),
    quorum: Math.min(Math.max(1, samples - 1), quorum ?? Math.floor(samples / 2) + 1),
  })),
  {
    law: 'arbitration-quorum',
    arbiter: {
      ...ourArbiter,
      name: 'breaks a tie by the list',
      async consensus(input, options) {
        const outcome = await ourArbiter.consensus(input, options)
        const tie =
          'why' in outcome && outcome.why === 'tie' && 'votes' in outcome
            ? (outcome.votes as { action: string }[])[0]
            : undefined
        return tie ? { action: tie.action, source: 'model' } : outcome
      },
    },
  },
  {
    law: 'arbitration-arrival',
    arbiter: {
      ...ourArbiter,
      name: 'lets the first to arrive decide',
      async consensus(input, options) {
        let first: string | undefined
        const model = {
          id: 'racing',
          async respond(...call: Parameters<typeof options.model.respond>) {
            const reply = await options.model.respond(...call)
            first ??= input.allowed_actions.find((action) => reply.text.includes(`"action":${JSON.stringify(action)}`))
            return reply
          },
        }
        const outcome = await ourArbiter.consensus(input, { ...options, model })
        return outcome.source === 'model' && first !== undefined ? { action: first, source: 'model' } : outcome
      },
    },
  },
  {
    law: 'arbitration-stops-early',
    arbiter: {
      ...ourArbiter,
      name: 'stops at the quorum though a tie may come',
      consensus: (input, options) =>
        ourArbiter.consensus(
          input,
          options.stop_early ? { ...options, samples: options.quorum ?? Math.floor(options.samples / 2) + 1 } : options,
        ),
    },
  },
  {
    law: 'arbitration-winner-stays',
    arbiter: {
      ...ourArbiter,
      name: 'wants every sample to agree once there are many',
      consensus: (input, options) =>
        ourArbiter.consensus(input, options.samples > 3 ? { ...options, quorum: options.samples } : options),
    },
  },
]

// Helpers

const INVISIBLE = ['\u0000', '\u200b', '\ud800']

function lastKeyWins(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

function reading(name: string, rewrite: Rewrite): ArbitrationMutant {
  return { law: 'arbitration-default', arbiter: rewritingArbiter(name, rewrite) }
}

function calling(name: string, rewrite: Rewrite, self_check?: boolean): ArbitrationMutant {
  const { decide, consensus } = rewritingArbiter(name, rewrite)
  const as = (input: Parameters<Arbiter['decide']>[0]) => (self_check === undefined ? input : { ...input, self_check })
  return {
    law: 'arbitration-calls',
    arbiter: { name, decide: (input, options) => decide(as(input), options), consensus },
  }
}

function voting(name: string, law: string, change: (options: ConsensusOptions) => ConsensusOptions): ArbitrationMutant {
  return {
    law,
    arbiter: { ...ourArbiter, name, consensus: (input, options) => ourArbiter.consensus(input, change(options)) },
  }
}
