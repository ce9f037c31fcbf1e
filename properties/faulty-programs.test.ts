import { describe, expect, test, vi } from 'vitest'
import { oversight } from '../src/composites/oversight.ts'
import { proposerAdversary } from '../src/composites/proposer-adversary.ts'
import type { ModelFault, ModelProvider } from '../src/providers/model.ts'
import { checkComposite } from './check-composite.ts'
import { type CheckProgramOptions, checkProgram } from './check-program.ts'
import { tampered } from './mutants/tamper.ts'

const options = {
  slots: ['writer', 'editor'],
  inputs: ['question'],
  must: { writer: ['question'], editor: ['writer.text'] },
  examples: false,
  seed: 1,
} as const
type Input = { readonly question: string }

const to = async (model: ModelProvider, slot: string, brief: string, more = {}) =>
  model.respond({ slot, component: 'm', brief, ...more }, {})

/** A program that tells the editor, besides the draft, what comes of the question. */
const telling = (tell: (question: string) => string) => async (input: Input, model: ModelProvider) => {
  const draft = await to(model, 'writer', input.question)
  return to(model, 'editor', draft.text + tell(input.question))
}

const lawOf = async (program: (input: Input, model: ModelProvider) => unknown, more: Partial<CheckProgramOptions>) =>
  (await checkProgram(program, { ...options, ...more })).laws[0]!

describe('a secret that leaves in disguise', () => {
  const fullWidth = (text: string) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
  const rotated = (text: string) =>
    text.replace(/[a-z]/g, (c) => String.fromCharCode(97 + ((c.charCodeAt(0) + 4) % 26)))
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  test.each<[string, (question: string) => string]>([
    ['full width', fullWidth],
    ['reversed', (text) => [...text].reverse().join('')],
    ['rotated', rotated],
    ['hexadecimal', (text) => Buffer.from(text).toString('hex')],
    ['base64 twice over', (text) => base64(base64(text))],
    ['joined by what nobody sees', (text) => [...text].join('\u200b')],
    ['its first letter', (text) => text[0]!],
    ['its length, even or odd', (text) => ' '.repeat(text.length % 2)],
    ['its lines, counted', (text) => '.'.repeat(text.split('\n').length)],
  ])('breaks noninterference: %s', async (_, tell) => {
    expect(await lawOf(telling(tell), { laws: ['noninterference'] })).toMatchObject({ status: 'broken' })
  })

  test('is found in base64 that is broken into lines, and in megabytes', async () => {
    const lines = telling((text) => `\n${base64(text.repeat(3)).replace(/.{60}/g, '$&\r\n')}`)
    expect((await lawOf(lines, { laws: ['taint'] })).message).toContain('in base64')
    const much = telling((text) => 'x'.repeat(3_000_000) + base64(text))
    expect((await lawOf(much, { laws: ['taint'], tries: 1 })).message).toContain('in base64')
  })
})

describe('a text on its way', () => {
  test.each<[string, (text: string) => string]>([
    ['is cut off', (text) => text.slice(0, 10_000)],
    ['is put into another normal form', (text) => text.normalize('NFC')],
    ['is stripped of compatible characters', (text) => text.normalize('NFKC')],
    ['loses what is no character', (text) => Buffer.from(text).toString()],
  ])('%s, and presence is broken', async (_, change) => {
    const changing = async ({ question }: Input, model: ModelProvider) =>
      to(model, 'editor', change((await to(model, 'writer', question)).text))
    const { status, counterexample } = await lawOf(changing, { laws: ['presence'] })
    expect(status).toBe('broken')
    expect(counterexample!.length).toBeLessThan(1_500)
  })
})

describe('what a failing call says', () => {
  const retrying =
    (told: (error: ModelFault) => string) =>
    async ({ question }: Input, model: ModelProvider) => {
      const draft = await to(model, 'writer', question).then(undefined, (error: ModelFault) =>
        to(model, 'writer', question + told(error)),
      )
      return to(model, 'editor', draft.text)
    }

  test('is not to be passed on, plainly or not', async () => {
    const taint = await lawOf(
      retrying(({ message }) => `\n${message}`),
      { laws: ['taint'] },
    )
    expect(taint.message).toContain('Way: writer.fault 1 → request of writer, call 2')
    expect(taint.counterexample).toContain('fault.transport(')
    const hidden = retrying(({ message }) => [...message].reverse().join(''))
    expect(await lawOf(hidden, { laws: ['noninterference'] })).toMatchObject({ status: 'broken' })
  })

  test('may be retried, and of what kind it was may be known', async () => {
    const laws = ['presence', 'taint', 'noninterference', 'determinacy', 'bounds'] as const
    expect(
      (
        await checkProgram(
          retrying(() => ''),
          { ...options, laws },
        )
      ).status,
    ).toBe('held')
    const seen = new Set<unknown>()
    const noting = ({ kind, status }: ModelFault) => {
      seen.add(`${kind} ${status}`)
      return ''
    }
    await lawOf(retrying(noting), { laws: ['bounds'], tries: 300 })
    expect(seen).toContain('status 429')
  })

  test('excuses no program that trips over it', async () => {
    const tripping = async ({ question }: Input, model: ModelProvider) => {
      try {
        return await to(model, 'editor', (await to(model, 'writer', question)).text)
      } catch (error) {
        return (error as { response: { status: number } }).response.status
      }
    }
    expect((await lawOf(tripping, { laws: ['bounds'] })).message).toContain('The program threw TypeError')
    const wrapping = async ({ question }: Input, model: ModelProvider) => {
      const ask = (slot: string, brief: string) =>
        to(model, slot, brief).catch((cause) => {
          throw new TypeError('no answer', { cause })
        })
      return ask('editor', (await ask('writer', question)).text)
    }
    expect(await lawOf(wrapping, { laws: ['bounds'] })).toMatchObject({ status: 'held' })
  })

  test('excuses no program that fails after it has got over it', async () => {
    const late = async ({ question }: Input, model: ModelProvider) => {
      let failed = false
      const draft = await to(model, 'writer', question).then(undefined, () => {
        failed = true
        return to(model, 'writer', question)
      })
      await to(model, 'editor', draft.text)
      if (failed) throw new Error('once was too much')
    }
    expect((await lawOf(late, { laws: ['bounds'] })).message).toContain('The program threw Error: once was too much')
  })
})

describe('a subject that does not do the same when it is told the same', () => {
  let kept = 0
  test.each<[string, (question: string) => string]>([
    ['chance', () => (Math.random() < 0.5 ? '!' : '')],
    ['a clock', () => String(performance.now())],
    ['what it keeps', () => String(kept++)],
  ])('is told so, with a test that shows it: %s', async (_, tell) => {
    for (const law of ['noninterference', 'determinacy'] as const) {
      const { message, counterexample } = await lawOf(telling(tell), { laws: [law] })
      expect(message).toContain('But: told the same again, it does something else.')
      expect(counterexample).toContain('expect(asked.size).toBe(1)')
    }
  })

  test('is told so where it is a composite', async () => {
    const counting = tampered(proposerAdversary, { tell: { adversary: () => `\n${kept++}` } })
    const { laws } = await checkComposite(counting, { laws: ['determinacy'], examples: false, seed: 1 })
    expect(laws[0]!.message).toContain('But: told the same again, it does something else.')
    expect(laws[0]!.counterexample).toContain('asked.add(JSON.stringify(run.events.filter(')
  })

  test('is told what else it does wrong, where one run shows that', async () => {
    const leaking = telling((question) => `${kept++} ${question}`)
    const { message } = await lawOf(leaking, { laws: ['taint'] })
    expect(message).toContain('holds question, which is not its to see')
    expect(message).not.toContain('But:')
  })
})

describe('a program that does not end', () => {
  const waiting = async ({ question }: Input, model: ModelProvider) => {
    const { text } = await to(model, 'writer', question)
    if (text === '') await new Promise(() => undefined)
    return to(model, 'editor', text)
  }

  test('breaks the law of bounds, by a test that ends', async () => {
    const { message, counterexample } = await lawOf(waiting, { laws: ['bounds'], patienceMs: 40 })
    expect(message).toContain('The program neither asks nor ends any more')
    expect(counterexample).toContain("writer: ['']")
  })

  test('leaves the other laws unverified, and does not hold them up', async () => {
    const { status, missing } = await lawOf(waiting, { laws: ['taint'], patienceMs: 20 })
    expect(status).toBe('unverified')
    expect(missing).toContain('an end of every run')
  })

  test('is given up on even where a test has taken over the clock', async () => {
    vi.useFakeTimers()
    const { status } = await lawOf(waiting, { laws: ['bounds'], patienceMs: 20 })
    vi.useRealTimers()
    expect(status).toBe('broken')
  })

  test('keeps a composite from being tried a thousand times to its limit', async () => {
    let calls = 0
    const endless = tampered(oversight, {
      config: (config) => ({ ...config, max_cycles: 10_000 }),
      tell: { actor: () => (calls++ < 0 ? '' : '') },
    })
    const { laws } = await checkComposite(endless, { laws: ['taint'], most: 500, examples: false })
    expect(laws[0]).toMatchObject({ status: 'unverified', missing: expect.arrayContaining(['an end of every run']) })
    expect(calls).toBeLessThan(3_000)
  })
})

describe('what is no use to any law is refused', () => {
  test.each<[string, (model: ModelProvider) => unknown, string]>([
    ['a brief that is no text', (model) => to(model, 'writer', 42 as never), '"writer" with a brief that is a number'],
    ['no request', (model) => model.respond(null as never, {}), 'a request that is null'],
    ['a BigInt', (model) => to(model, 'writer', 'x', { id: 1n }), 'with a request that is no JSON'],
  ])('%s', async (_, ask, message) => {
    const swallowing = async (_: Input, model: ModelProvider) => {
      await Promise.resolve(ask(model)).catch(() => undefined)
    }
    await expect(checkProgram(swallowing, options)).rejects.toThrow(message)
  })

  test('a call after the end', async () => {
    const later = async ({ question }: Input, model: ModelProvider) => {
      const { text } = await to(model, 'writer', question)
      setTimeout(() => to(model, 'editor', text + question))
    }
    await expect(checkProgram(later, options)).rejects.toThrow('asks "editor" after it has ended')
  })

  test('a route that throws', async () => {
    const route = () => {
      throw new Error('no idea')
    }
    await expect(checkProgram(telling(String), { ...options, route })).rejects.toThrow('"route" threw Error: no idea')
  })

  test.each([0, -5, 1.5, Number.NaN])('%d tries', async (tries) => {
    await expect(checkProgram(telling(String), { ...options, tries })).rejects.toThrow('is no number of tries')
  })

  test('nothing at all, where names are those of every object', async () => {
    const slots = ['constructor', 'toString']
    const named = async ({ question }: Input, model: ModelProvider) =>
      to(model, 'toString', (await to(model, 'constructor', question)).text)
    const must = { constructor: ['question'], toString: ['constructor.text'] }
    expect((await checkProgram(named, { ...options, slots, must, tries: 300 })).status).toBe('held')
    expect((await checkProgram(named, { ...options, slots, must: {}, laws: ['taint'] })).status).toBe('broken')
  })
})
