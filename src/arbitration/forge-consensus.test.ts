import { describe, expect, test } from 'vitest'
import type { ModelReply, ModelRequest } from '../providers/model.ts'
import { fault, type Step } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { checkArbitrationRecord } from './check-record.ts'
import type { ArbitrationInput } from './contract.ts'
import { forgeConsensus } from './forge-consensus.ts'

const input: ArbitrationInput = { facts: { flips: 6 }, allowed_actions: ['wait', 'reload', 'stop'] }
const vote = (action: string, confidence = 0.9) => JSON.stringify({ status: 'decided', action, confidence })
const [W, R, S] = [vote('wait'), vote('reload'), vote('stop')]
const ESCALATE = '{"status":"escalate"}'

/** Votes with a script that has to be used up. */
async function poll(steps: readonly Step[], options: object = {}, one = input) {
  const model = scripted({ arbitration: steps }).open()
  const outcome = await forgeConsensus(one, {
    model,
    samples: steps.length,
    default_action: 'give_up',
    min_confidence: 0.7,
    ...options,
  } as never)
  model.assertSpent()
  return outcome
}

describe('with the usual quorum of more than half', () => {
  test.each<[string, readonly Step[], string, string]>([
    ['one of one', [W], 'wait', 'quorum'],
    ['two of two', [W, W], 'wait', 'quorum'],
    ['one of two', [W, '?'], 'give_up', 'no-quorum'],
    ['two of three', [W, R, W], 'wait', 'quorum'],
    ['two of four', [W, W, '?', '?'], 'give_up', 'no-quorum'],
    ['three of four', [W, W, R, W], 'wait', 'quorum'],
    ['one each', [W, R, S], 'give_up', 'tie'],
    ['two against two', [W, R, R, W], 'give_up', 'tie'],
    ['nobody', ['?', ESCALATE, fault.timeout()], 'give_up', 'no-votes'],
    ['only weak ones', [vote('wait', 0.6), vote('wait', 0.6)], 'give_up', 'no-votes'],
    ['one at the bar', [vote('wait', 0.7), vote('reload', 0.69), vote('wait', 0.7)], 'wait', 'quorum'],
  ])('%s', async (_, steps, action, why) => {
    const source = why === 'quorum' ? 'model' : 'default'
    expect(await poll(steps)).toMatchObject({ action, why, source })
  })
})

describe('with a quorum of its own', () => {
  test.each<[string, readonly Step[], number, string, string]>([
    ['one of three is enough', [W, '?', '?'], 1, 'wait', 'quorum'],
    ['the most votes win', [W, R, W, S], 2, 'wait', 'quorum'],
    ['a shared lead is a tie', [W, R, '?'], 1, 'give_up', 'tie'],
    ['all of three', [W, W, W], 3, 'wait', 'quorum'],
    ['all of three but one', [W, W, R], 3, 'give_up', 'no-quorum'],
  ])('%s', async (_, steps, quorum, action, why) => {
    expect(await poll(steps, { quorum })).toMatchObject({ action, why })
  })
})

test('votes are counted in the order of the list; what is no vote is reported with its reason', async () => {
  const outcome = await poll([R, ESCALATE, W, fault.status(503), R, vote('delete'), vote('wait', 0.1), R, R])
  expect(outcome).toMatchObject({
    action: 'give_up',
    why: 'no-quorum',
    votes: [
      { action: 'wait', count: 1 },
      { action: 'reload', count: 4 },
    ],
    no_votes: [
      { sample: 1, why: 'escalate' },
      { sample: 3, why: 'transport' },
      { sample: 5, why: 'outside-list' },
      { sample: 6, why: 'low-confidence' },
    ],
  })
})

describe('samples', () => {
  test('are three of one model, and one of each of several', async () => {
    const options = { default_action: 'give_up', min_confidence: 0.5 }
    const one = await forgeConsensus(input, { ...options, model: scripted({ arbitration: [W, W, W] }) })
    expect(one.record.policy).toMatchObject({ samples: 3, quorum: 2 })
    const models = [W, R].map((step) => scripted({ arbitration: [step] }))
    const two = await forgeConsensus(input, { ...options, models })
    expect(two.record.policy).toMatchObject({ samples: 2, quorum: 2 })
    expect(two.record.models).toEqual(models.map(({ id }) => id))
  })

  test('go round several models, and the same script is opened once', async () => {
    const [a, b] = [scripted({ arbitration: [W, R, W] }), scripted({ arbitration: [S, S] })]
    const outcome = await forgeConsensus(input, {
      models: [a, b],
      samples: 5,
      default_action: 'x',
      min_confidence: 0.5,
    })
    const said = outcome.record.samples.map(({ calls }) => calls[0]?.reply?.text)
    expect(said).toEqual([W, S, R, S, W])
    const twice = await forgeConsensus(input, { models: [a, a], samples: 3, default_action: 'x', min_confidence: 0.5 })
    expect(twice.record.samples.map(({ calls }) => calls[0]?.reply?.text)).toEqual([W, R, W])
    let opened = 0
    const counted = {
      id: 'counted',
      open: () => {
        opened++
        return a.open()
      },
    }
    await forgeConsensus(input, { models: [counted, counted], default_action: 'x', min_confidence: 0.5 })
    expect(opened).toBe(1)
  })

  test('are asked side by side, first calls before revisions, each in the order of the samples', async () => {
    const checked = { ...input, self_check: true }
    const outcome = await poll(['a?', W, 'c?', R, vote('reload', 0.8)], { samples: 3 }, checked)
    expect(outcome.record.samples.map(({ calls }) => calls.map(({ reply }) => reply?.text))).toEqual([
      ['a?', R],
      [W],
      ['c?', vote('reload', 0.8)],
    ])
    expect(outcome).toMatchObject({ action: 'reload', votes: [{ count: 1 }, { count: 2 }] })
  })

  test('keep to their order whoever answers first', async () => {
    const waiting: (() => void)[] = []
    let asked = 0
    const model = {
      id: 'slow',
      respond: (_: ModelRequest) => {
        const text = [W, 'x', R][asked++]!
        return new Promise<ModelReply>((resolve) => waiting.push(() => resolve({ text })))
      },
    }
    const outcome = forgeConsensus(input, { model, samples: 3, default_action: 'x', min_confidence: 0.5 })
    expect(waiting).toHaveLength(3)
    for (const answer of waiting.reverse()) answer()
    expect((await outcome).record.samples.map(({ calls }) => calls[0]?.reply?.text)).toEqual([W, 'x', R])
  })

  test('on a surface are not asked at all', async () => {
    const outcome = await poll([], { samples: 3 }, { ...input, surface: 'identity' })
    expect(outcome).toMatchObject({
      action: 'give_up',
      why: 'surface',
      votes: [],
      no_votes: [{ why: 'surface' }, {}, {}],
    })
  })
})

test('the record is one of a consensus, each request once, and holds', async () => {
  const { record } = await poll([W, R, W])
  expect(record).toMatchObject({ form: 'consensus', requests: [{ slot: 'arbitration' }] })
  expect(record.requests).toHaveLength(1)
  expect(record.samples.map(({ calls }) => calls.map(({ request }) => request))).toEqual([[0], [0], [0]])
  expect(checkArbitrationRecord(record)).toEqual({ status: 'holds', findings: [] })
})

describe('stopping early', () => {
  const stop = { stop_early: true }

  test.each<[string, readonly Step[], object, string, string]>([
    ['asks two of three when they agree', [W, W], { samples: 3 }, 'wait', 'quorum'],
    ['asks the third when they do not', [W, R, W], { samples: 3 }, 'wait', 'quorum'],
    ['gives up when the quorum is out of reach', ['?', '?'], { samples: 3 }, 'give_up', 'no-votes'],
    ['asks on while a tie could come', [W, R, W, W], { samples: 5, quorum: 2 }, 'wait', 'quorum'],
    ['takes silence for no agreement', ['?', '?', '?', W, W], { samples: 5, quorum: 2 }, 'wait', 'quorum'],
    ['asks all of two', [W, '?'], { samples: 2 }, 'give_up', 'no-quorum'],
    ['asks one of many when one is enough and there is one action', [W], { samples: 9, quorum: 1 }, 'wait', 'quorum'],
  ])('%s', async (_, steps, options, action, why) => {
    const one = steps.length === 1 ? { ...input, allowed_actions: ['wait'] } : input
    expect(await poll(steps, { ...stop, ...options }, one)).toMatchObject({ action, why })
  })

  test('is off unless asked for', async () => {
    expect((await poll([W, W, R])).record.policy.stop_early).toBe(false)
  })
})

describe('a misuse throws:', () => {
  const model = scripted({})

  test.each<[string, object]>([
    ['no default', { default_action: undefined }],
    ['a bar outside 0 to 1', { min_confidence: 2 }],
    ['samples below 1', { samples: 0 }],
    ['half a sample', { samples: 1.5 }],
    ['samples in words', { samples: '3' }],
    ['more samples than there is sense in', { samples: 1_001 }],
    ['a quorum below 1', { quorum: 0 }],
    ['a quorum above the samples', { samples: 3, quorum: 4 }],
    ['a quorum that is no number', { quorum: Number.NaN }],
    ['an early stop in words', { stop_early: 'yes' }],
  ])('%s', async (_, options) => {
    const all = { model, samples: 3, default_action: 'x', min_confidence: 0.5, ...options }
    await expect(forgeConsensus(input, all as never)).rejects.toMatchObject({
      name: 'TribunalError',
      code: 'invalid-input',
    })
  })

  test.each([0, -1, Number.NaN, 1.5])(
    'and names the one mistake in %d samples, none of its own making',
    async (samples) => {
      const all = { model, samples, default_action: 'x', min_confidence: 0.5 }
      await expect(forgeConsensus(input, all)).rejects.toMatchObject({
        message: `forgeConsensus: samples is ${samples}, not a whole number from 1 to 1000. Nothing was asked; correct the options.`,
      })
    },
  )

  test.each<[string, object, readonly string[]]>([
    ['no model', {}, ['/model']],
    ['no models', { models: [] }, ['/models']],
    ['both ways to name them', { model, models: [model] }, ['/models']],
    ['one that cannot respond', { models: [model, {}] }, ['/models/1']],
    ['a hole in the list of them', { models: Object.assign([], { 1: model }) }, ['/models/0']],
  ])('but not %s, which leads to the default', async (_, options, paths) => {
    const outcome = await forgeConsensus(input, { default_action: 'x', min_confidence: 0.5, ...options } as never)
    expect(outcome).toMatchObject({
      action: 'x',
      source: 'default',
      why: 'config',
      record: { config_failure: { paths } },
    })
  })

  test('no options at all', async () => {
    await expect(forgeConsensus(input, undefined as never)).rejects.toMatchObject({ code: 'invalid-input' })
  })

  test('and so does a script that does not fit', async () => {
    await expect(poll([W], { samples: 2 })).rejects.toMatchObject({ code: 'script-exhausted' })
  })
})
