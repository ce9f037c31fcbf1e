import { describe, expect, test } from 'vitest'
import { readVerdict } from '../src/decisions/read-verdict.ts'
import type { ModelProvider } from '../src/providers/model.ts'
import { accept, fault } from '../src/providers/script-steps.ts'
import { scripted } from '../src/providers/scripted.ts'
import { assertProgram, checkProgram } from './check-program.ts'
import { runProgram } from './run-program.ts'

const firewall = {
  slots: ['writer', 'editor'],
  inputs: ['question'],
  must: { writer: ['question'], editor: ['writer.text'] },
} as const
const options = { ...firewall, examples: false, tries: 300 } as const
type Input = { readonly question: string }

const to = (model: ModelProvider, slot: string, brief: string, more = {}) =>
  model.respond({ slot, component: 'm', brief, ...more }, {})

/** Tells each slot what it must be told. */
async function sound({ question }: Input, model: ModelProvider) {
  const draft = await to(model, 'writer', question)
  return (await to(model, 'editor', `Edit this:\n${draft.text}`)).text
}

describe('a program that is not ours', () => {
  test('keeps what each slot may know apart', async () => {
    const { status, laws } = await checkProgram(sound, options)
    expect(laws.map(({ law, status: found, missing }) => [law, found, missing])).toEqual(
      ['presence', 'taint', 'noninterference', 'determinacy', 'bounds'].map((law) => [law, 'held', []]),
    )
    expect(status).toBe('held')
  })

  test('leaks by the history that it carries along', async () => {
    async function chatty({ question }: Input, model: ModelProvider) {
      const messages: { role: 'user'; content: string }[] = []
      const ask = async (slot: string, content: string) => {
        messages.push({ role: 'user', content })
        return to(model, slot, content, { messages })
      }
      const draft = await ask('writer', question)
      return (await ask('editor', draft.text)).text
    }
    const { laws } = await checkProgram(chatty, options)
    const broken = Object.fromEntries(laws.map(({ law, status }) => [law, status]))
    expect(broken).toMatchObject({ presence: 'held', taint: 'broken', noninterference: 'broken' })
    const taint = laws.find(({ law }) => law === 'taint')!
    expect(taint.message).toContain('Way: question → request of editor, call 1')
  })

  test('that asks the slots side by side is checked like any other', async () => {
    async function parallel({ question }: Input, model: ModelProvider) {
      const [draft] = await Promise.all([to(model, 'writer', question), to(model, 'writer', question)])
      return to(model, 'editor', draft.text)
    }
    // The editor must see the last reply of the writer, and sees the first: that is told apart.
    const { laws } = await checkProgram(parallel, { ...options, laws: ['presence', 'bounds'] })
    expect(laws.map(({ status }) => status)).toEqual(['broken', 'held'])
  })

  test('that never stops asking is stopped, and does not keep its bounds', async () => {
    async function endless({ question }: Input, model: ModelProvider) {
      for (;;) await Promise.resolve(to(model, 'writer', question)).catch(() => undefined)
    }
    const { laws } = await checkProgram(endless, { ...options, laws: ['bounds'], most: 5 })
    expect(laws[0]?.message).toContain('it is still asking after 5 calls')
  })

  test('that trips over a reply does not survive it', async () => {
    async function fragile({ question }: Input, model: ModelProvider) {
      const { text } = await to(model, 'writer', question)
      if (text === '') throw new Error('nothing to edit')
      return to(model, 'editor', text)
    }
    const { laws } = await checkProgram(fragile, { ...options, laws: ['bounds'] })
    expect(laws[0]?.message).toContain('The program threw Error: nothing to edit')
    expect(laws[0]?.counterexample).toContain("writer: ['']")
  })

  test('may let a failing call fail it', async () => {
    const report = await checkProgram(sound, { ...options, laws: ['bounds'] })
    expect(report.laws[0]).toMatchObject({ status: 'held' })
    expect(report.laws[0]?.covered['fault timeout']).toBeGreaterThan(0)
  })

  test('is steered by beginnings of replies that it understands', async () => {
    async function steered({ question }: Input, model: ModelProvider) {
      const draft = await to(model, 'writer', question)
      const verdict = await to(model, 'editor', draft.text)
      return verdict.text.startsWith('OK') ? draft.text : (await to(model, 'writer', question)).text
    }
    const slots = { writer: {}, editor: { says: ['OK: ', 'NO: '] } }
    const { laws } = await checkProgram(steered, { ...options, slots, laws: ['bounds', 'noninterference'] })
    expect(laws.map(({ status }) => status)).toEqual(['held', 'held'])
    expect(laws[0]?.covered['called writer']).toBeGreaterThan(laws[0]!.tries)
  })

  test('has to notice each fault that is planted in it', async () => {
    const loud = async (input: Input, model: ModelProvider) =>
      to(model, 'editor', `${input.question}\n${(await to(model, 'writer', input.question)).text}`)
    const same = async (input: Input, model: ModelProvider) => sound(input, model)
    const { mutants, status } = await checkProgram(sound, { ...options, mutants: { loud, same } as never })
    expect(mutants).toEqual([
      { mutant: 'loud', killedBy: 'taint', tries: expect.any(Number) },
      { mutant: 'same', killedBy: null, tries: 1_500 },
    ])
    expect(status).toBe('unverified')
  })
})

describe('a misuse', () => {
  test('of slots and labels is refused before any call, all of it at once', async () => {
    await expect(
      checkProgram(sound, { ...options, must: { writer: ['brief'], reader: ['question'] } }),
    ).rejects.toThrow('must.writer names "brief", which does not exist; must.reader is no slot')
  })

  test('by a slot that is not declared cannot be swallowed', async () => {
    const astray = async (_: Input, model: ModelProvider) =>
      Promise.resolve(to(model, 'printer', 'x')).catch(() => 'nothing')
    await expect(checkProgram(astray, options)).rejects.toThrow(
      'The program asks slot "printer", which is not declared',
    )
  })
})

describe('runProgram', () => {
  const run = (
    program: (input: Input, model: ModelProvider) => unknown,
    steps: Parameters<typeof scripted>[0],
    more = {},
  ) => runProgram(program, { ...firewall, input: { question: 'Why?' }, model: scripted(steps), ...more })

  test('records requests, replies and what came of it', async () => {
    const { events, result, status } = await run(sound, { writer: ['So.'], editor: ['So!'] })
    expect(events.map(({ kind }) => kind)).toEqual([
      'run-started',
      'slot-called',
      'slot-replied',
      'slot-called',
      'slot-replied',
      'run-completed',
    ])
    expect([result, status]).toEqual([{ result: 'So!' }, 'completed'])
  })

  test('copies a request when it is made', async () => {
    const messages = [{ role: 'user' as const, content: 'Why?' }]
    const program = async ({ question }: Input, model: ModelProvider) => {
      await to(model, 'writer', question, { messages })
      messages[0]!.content = 'changed'
    }
    const { events } = await run(program, { writer: ['So.'] })
    expect(JSON.stringify(events)).not.toContain('changed')
  })

  test('records a failing call as what failed it', async () => {
    const { status, failure } = await run(sound, { writer: [fault.status(500)] })
    expect([status, failure?.kind, failure?.slot, failure?.call]).toEqual(['failed', 'fault', 'writer', 1])
  })

  test('no longer answers a program that asks too often', async () => {
    const endless = async ({ question }: Input, model: ModelProvider) => {
      for (;;) await to(model, 'writer', question)
    }
    const { usage, failure } = await run(endless, { writer: new Array(9).fill('So.') }, { most: 3 })
    expect([usage.calls, failure?.kind]).toEqual([4, 'budget'])
  })

  test('reads decisions and tells slots apart by a route', async () => {
    const program = (_: Input, model: ModelProvider) =>
      model.respond({ slot: '', component: 'm', brief: 'x', system: 'critic' }, {})
    const { events } = await runProgram(program, {
      slots: { critic: { decides: readVerdict } },
      must: {},
      inputs: [],
      route: ({ system = '' }) => system,
      input: {},
      model: scripted({ critic: [accept('Fine.')] }),
    })
    expect(events.find(({ kind }) => kind === 'decision-read')).toMatchObject({
      slot: 'critic',
      reading: { verdict: 'accept' },
    })
  })

  test('does not let a program swallow that the script is too short', async () => {
    const deaf = async ({ question }: Input, model: ModelProvider) => {
      await to(model, 'writer', question)
      return Promise.resolve(to(model, 'writer', question)).catch(() => 'nothing')
    }
    await expect(run(deaf, { writer: ['So.'] })).rejects.toMatchObject({ code: 'script-exhausted' })
  })
})

describe('a decision that never happens because its two halves name it differently', () => {
  const judged = (reading: (reply: { readonly text: string }) => object) => {
    const replySchema = { type: 'object', properties: { verdict: { enum: ['accept', 'reject'] } } } as const
    const slots = { critic: { replySchema, decides: reading as never } }
    const program = ({ question }: Input, model: ModelProvider) => to(model, 'critic', question)
    const check = { slots, inputs: ['question'], must: { critic: ['question'] }, laws: ['presence'] } as const
    return checkProgram(program as never, { ...check, tries: 200, examples: false })
  }

  test.each([
    [
      'field',
      (reply: { readonly text: string }) => ({ readable: true, approved: reply.text.includes('accept') }),
      'The replySchema of "critic" names its decision "verdict", but what its "decides" gives has no such field: it has readable, approved. Call it the same in both.',
    ],
    [
      'value',
      (reply: { readonly text: string }) => ({ readable: true, verdict: reply.text.includes('accept') ? 'yes' : 'no' }),
      'What the "decides" of "critic" gives has the verdict "no", but its replySchema knows only "accept", "reject". Call it the same in both.',
    ],
  ])('is explained by the %s', async (_, reading, words) => {
    const [law] = (await judged(reading)).laws
    expect(law).toMatchObject({ status: 'unverified' })
    expect(law?.missing).toEqual(expect.arrayContaining(['critic: accept', 'critic: reject']))
    expect(law?.message).toContain(words)
  })

  test('and by nothing where they agree', async () => {
    const [law] = (await judged(readVerdict as never)).laws
    expect(law).toMatchObject({ status: 'held' })
    expect(law?.message).not.toContain('replySchema')
  })
})

test('assertProgram throws the test to paste', async () => {
  const loud = async ({ question }: Input, model: ModelProvider) =>
    to(model, 'editor', `${question}\n${(await to(model, 'writer', question)).text}`)
  await expect(assertProgram(loud, { ...options, laws: ['taint'] })).rejects.toThrow(/await runProgram\(loud/)
  await expect(assertProgram(loud, { ...options, laws: ['taint'], expect: 'broken' })).resolves.toMatchObject({
    status: 'broken',
  })
  await expect(assertProgram(sound, { ...options, laws: ['taint'], expect: 'broken' })).rejects.toMatchObject({
    code: 'expectation-failed',
  })
})
