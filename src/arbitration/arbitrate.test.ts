import { describe, expect, test } from 'vitest'
import { TribunalError } from '../errors.ts'
import type { ModelReply, ModelRequest } from '../providers/model.ts'
import { fault, type Step, say } from '../providers/script-steps.ts'
import { scripted } from '../providers/scripted.ts'
import { arbitrate } from './arbitrate.ts'
import type { ArbitrationInput } from './contract.ts'
import { replySchema } from './reply-schema.ts'

const input = { facts: { flips: 6 }, allowed_actions: ['wait', 'reload'] }
const checked = { ...input, self_check: true }
const decided = (action: string, confidence = 0.9) => JSON.stringify({ status: 'decided', action, confidence })
const AMBIGUOUS = JSON.stringify({ status: 'ambiguous', candidate_actions: ['wait', 'reload'] })
const ESCALATE = JSON.stringify({ status: 'escalate' })

/** Arbitrates with a script that has to be used up, and keeps the requests. */
async function ask(one: ArbitrationInput, steps: readonly Step[], min_confidence = 0.7) {
  const session = scripted({ arbitration: steps }).open()
  const requests: ModelRequest[] = []
  const model = {
    id: 'spy',
    respond: (request: ModelRequest): ModelReply => {
      requests.push(request)
      return session.respond(request)
    },
  }
  const result = await arbitrate(one, { model, min_confidence })
  session.assertSpent()
  return { result, requests }
}

describe('an arbitration without self_check', () => {
  test.each([
    [
      'a valid answer',
      decided('wait'),
      { ok: true, value: { status: 'decided', action: 'wait', confidence: 0.9, stable: false } },
    ],
    ['a weak one', decided('wait', 0.1), { ok: true, value: { confidence: 0.1 } }],
    ['an ambiguous one', AMBIGUOUS, { ok: true, value: { status: 'ambiguous' } }],
    ['an escalation', ESCALATE, { ok: true, value: { status: 'escalate' } }],
    ['garbage', '?', { ok: false, failure: { kind: 'parse', code: 'no-object' } }],
    ['an action outside the list', decided('Wait'), { ok: false, failure: { kind: 'schema', code: 'outside-list' } }],
  ])('asks once and gives %s as it is', async (_, step, result) => {
    expect((await ask(input, [step])).result).toMatchObject(result)
  })

  test('asks on its own slot, at temperature 0, with the schema of this list', async () => {
    const { requests } = await ask(input, [ESCALATE])
    expect(requests).toMatchObject([
      {
        slot: 'arbitration',
        component: 'automation_situation_arbitrate',
        temperature: 0,
        schema: replySchema(['wait', 'reload']),
      },
    ])
  })

  test('asks at the temperature of the input', async () => {
    expect((await ask({ ...input, temperature: 0.4 }, [ESCALATE])).requests).toMatchObject([{ temperature: 0.4 }])
  })
})

describe('with self_check, one revision follows', () => {
  test.each([
    ['an ambiguous answer', AMBIGUOUS, 'It names candidates and chooses none of them.'],
    ['a decision below the bar', decided('wait', 0.69), 'Its confidence is too low to act on.'],
    ['a parse failure', 'I would wait.', 'the answer holds no JSON object.'],
    ['a schema failure', decided('Wait'), '/action is "Wait", which is no allowed action as it is spelled.'],
  ])('%s, and shows the answer with what was wrong', async (_, first, wrong) => {
    const { result, requests } = await ask(checked, [first, decided('reload')])
    expect(result).toMatchObject({ ok: true, value: { action: 'reload' } })
    expect(requests[1]!.brief.startsWith(requests[0]!.brief)).toBe(true)
    expect(requests[1]!.brief).toContain(`\n${first}\n`)
    expect(requests[1]!.brief).toContain(`What was wrong with it: ${wrong}`)
    expect({ ...requests[1], brief: '' }).toEqual({ ...requests[0], brief: '' })
  })

  test('and never tells the bar', async () => {
    const { requests } = await ask(checked, [decided('wait', 0.1), ESCALATE], 0.8765)
    expect(requests.map(({ brief }) => brief).join()).not.toContain('0.8765')
  })

  test('and never shows what the model thought in private', async () => {
    const first = say(`<think>zqsecret</think>${AMBIGUOUS}`, { reasoning: 'zqhidden', selfAssessment: 'zqself' })
    const { requests } = await ask(checked, [first, ESCALATE])
    expect(requests[1]!.brief).toContain(AMBIGUOUS)
    expect(requests[1]!.brief).not.toMatch(/zq/)
  })

  test.each([
    [
      'the text alone, whatever the structured part',
      say('{"status":"no"}', { data: { status: 'maybe' } }),
      '{"status":"no"}',
    ],
    ['nothing where nothing was said', say(''), ''],
  ])('and shows %s', async (_, first, shown) => {
    const { requests } = await ask(checked, [first, ESCALATE])
    expect(requests[1]!.brief).toMatch(new RegExp(`\\n=== ANSWER [0-9a-f]{16} ===\\n${shown}\\n=== END OF ANSWER`))
  })

  test('and shows a structured part where there was no text', async () => {
    const { requests } = await ask(checked, [say('', { data: { status: 'maybe' } }), ESCALATE])
    expect(requests[1]!.brief).toContain('\n{"status":"maybe"}\n')
  })

  test.each([
    ['a decision at the bar', decided('wait', 0.7)],
    ['an escalation', ESCALATE],
    ['a refusal', fault.refusal()],
    ['a reply that was cut off', fault.truncated()],
    ['a broken connection', fault.transport()],
    ['a timeout', fault.timeout()],
  ])('but not %s', async (_, first) => {
    expect((await ask(checked, [first])).requests).toHaveLength(1)
  })

  test('and not a decision of any confidence where no bar is given', async () => {
    const model = scripted({ arbitration: [decided('wait', 0)] })
    expect(await arbitrate(checked, { model })).toMatchObject({ ok: true, value: { confidence: 0 } })
  })
})

describe('after a revision', () => {
  test.each([
    [
      'a valid second answer wins over a valid first',
      decided('wait', 0.6),
      decided('reload', 0.2),
      { ok: true, value: { action: 'reload', confidence: 0.2 } },
    ],
    ['an escalation wins as well', AMBIGUOUS, ESCALATE, { ok: true, value: { status: 'escalate' } }],
    [
      'an ambiguous answer wins over a weak decision',
      decided('wait', 0.6),
      AMBIGUOUS,
      { ok: true, value: { status: 'ambiguous' } },
    ],
    [
      'a valid first answer survives garbage',
      decided('wait', 0.6),
      '?',
      { ok: true, value: { action: 'wait', confidence: 0.6 } },
    ],
    [
      'a valid first answer survives a failed call',
      AMBIGUOUS,
      fault.status(500),
      { ok: true, value: { status: 'ambiguous' } },
    ],
    ['of two failures the second is given', '?', decided('Wait'), { ok: false, failure: { code: 'outside-list' } }],
    [
      'of a parse failure and a timeout the timeout is given',
      '?',
      fault.timeout(),
      { ok: false, failure: { kind: 'timeout' } },
    ],
    [
      'a second weak answer is the last',
      decided('wait', 0.1),
      decided('wait', 0.2),
      { ok: true, value: { confidence: 0.2 } },
    ],
  ])('%s', async (_, first, second, result) => {
    expect((await ask(checked, [first, second])).result).toMatchObject(result)
  })
})

describe('nothing is asked', () => {
  test.each(['identity', 'people'] as const)('on the %s surface, which escalates', async (surface) => {
    const { result, requests } = await ask({ ...checked, surface }, [])
    expect(result).toEqual({
      ok: true,
      value: { status: 'escalate', reason: `No model decides on the ${surface} surface.` },
    })
    expect(requests).toEqual([])
  })

  test('for an input that breaks the contract, on whichever surface', async () => {
    const { result } = await ask({ facts: {}, allowed_actions: [], surface: 'people' }, [])
    expect(result).toMatchObject({
      ok: false,
      failure: { kind: 'config', code: 'no-actions', paths: ['/allowed_actions'] },
    })
  })

  test.each<[string, unknown, readonly string[]]>([
    ['no options', undefined, ['/model']],
    ['no model', {}, ['/model']],
    ['a model that cannot respond', { model: { id: 'x' } }, ['/model']],
    [
      'a model that does not open',
      {
        model: {
          id: 'x',
          open: () => {
            throw new Error('no')
          },
        },
      },
      ['/model'],
    ],
    ['a bar above 1', { model: scripted({}), min_confidence: 1.1 }, ['/min_confidence']],
    ['a bar below 0', { model: scripted({}), min_confidence: -0.1 }, ['/min_confidence']],
    ['a bar in words', { model: scripted({}), min_confidence: '0.5' }, ['/min_confidence']],
  ])('with %s', async (_, options, paths) => {
    expect(await arbitrate(input, options as never)).toMatchObject({ ok: false, failure: { kind: 'config', paths } })
  })

  test('and the code says which option it is about', async () => {
    const codeOf = async (options: unknown) => {
      const result = await arbitrate(input, options as never)
      return result.ok ? 'fine' : result.failure.code
    }
    expect(await codeOf({})).toBe('no-model')
    expect(await codeOf({ model: scripted({}), min_confidence: 7 })).toBe('out-of-range')
  })

  test('and faults of input and options come in one failure', async () => {
    expect(await arbitrate({ facts: {} } as never, {} as never)).toMatchObject({
      failure: { kind: 'config', code: 'several-faults', paths: ['/allowed_actions', '/model'] },
    })
  })
})

test.each([0, 1])('the bar may be %d', async (min_confidence) => {
  const model = scripted({ arbitration: [decided('wait', 1)] })
  expect(await arbitrate(input, { model, min_confidence })).toMatchObject({ ok: true })
})

test('what a script says of itself when it cannot be opened is not swallowed', async () => {
  const open = () => {
    throw new TribunalError('invalid-input', 'This script has no end.')
  }
  await expect(arbitrate(input, { model: { id: 'odd', open } })).rejects.toThrow('This script has no end.')
})

test('a script that does not fit is a misuse and cannot be swallowed', async () => {
  await expect(arbitrate(input, { model: scripted({ arbitration: [] }) })).rejects.toMatchObject({
    code: 'script-exhausted',
  })
  await expect(arbitrate(input, { model: scripted({ arbiter: ['?'] }) })).rejects.toMatchObject({
    code: 'unscripted-slot',
  })
})

test('what a caller changes while the model thinks changes nothing', async () => {
  const mine = { facts: { flips: 6 }, allowed_actions: ['wait'] }
  const model = {
    id: 'slow',
    respond: async () => {
      mine.allowed_actions.push('delete')
      return { text: decided('delete') }
    },
  }
  expect(await arbitrate(mine, { model })).toMatchObject({ failure: { code: 'outside-list' } })
})
