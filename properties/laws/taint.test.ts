import { describe, expect, test } from 'vitest'
import { call, defineComposite, type Slot } from '../../src/composites/composite.ts'
import { workerCritic } from '../../src/composites/worker-critic.ts'
import type { ModelProvider, ModelRequest } from '../../src/providers/model.ts'
import { reject, say } from '../../src/providers/script-steps.ts'
import { scripted } from '../../src/providers/scripted.ts'
import { runCompositeSync } from '../../src/run/run-composite.ts'
import { tampered } from '../mutants/tamper.ts'
import { runProgram } from '../run-program.ts'
import { markerOf, quoted } from '../table/marker.ts'
import { taint } from './taint.ts'

const secret = `between us ${markerOf('secret')}`
const plain = `in the open ${markerOf('open')}`

describe('taint is seen', () => {
  test.each([
    ['verbatim', secret],
    ['in capitals', secret.toUpperCase()],
    ['letter by letter', [...secret].join(' ')],
    ['across lines', secret.replaceAll('z', 'z\n')],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 one letter off', Buffer.from(`a${secret}`).toString('base64')],
    [
      'in base64 across lines',
      Buffer.from(`${'a'.repeat(26)}${secret}`)
        .toString('base64')
        .replace(/.{64}/g, '$&\r\n'),
    ],
    ['in base64 for URLs', Buffer.from(secret).toString('base64url')],
  ])('%s', (_, told) => {
    expect(taint(run(told)).map(({ message }) => message)).toEqual([
      expect.stringContaining('the request of "listener" (call 1) holds speaker.private.reasoning 1'),
    ])
  })

  test.each<[string, Partial<ModelRequest>]>([
    ['the system text', { system: secret }],
    ['the history', { messages: [{ role: 'user', content: secret }] }],
    ['a tool', { tools: [{ name: 'look-up', description: secret }] }],
    ['the schema', { schema: { description: secret } }],
    ['a header', { headers: { 'x-note': secret } }],
  ])('in %s of a request', async (_, leaking) => {
    const program = async (
      _input: unknown,
      model: { respond: (request: ModelRequest, context: object) => Promise<unknown> | unknown },
    ) => {
      await model.respond({ slot: 'speaker', component: 'm', brief: 'Speak.' }, {})
      await model.respond({ slot: 'listener', component: 'm', brief: plain, ...leaking }, {})
    }
    const model = scripted({ speaker: [say(plain, { reasoning: secret })], listener: ['Yes.'] })
    const firewall = { slots: ['speaker', 'listener'], inputs: [], must: { listener: ['speaker.text'] } }
    expect(taint(await runProgram(program as never, { ...firewall, input: {}, model }))).toHaveLength(1)
  })

  test('with the way it took', () => {
    const echoing = tampered(workerCritic, {
      tell: { worker: ({ replies, k }) => (k > 1 ? `\n${JSON.stringify(replies.critic![0]!.reading)}` : '') },
    })
    const issue = `a detail ${markerOf('issue')}`
    const model = scripted({
      worker: ['one', `two ${quoted(issue)}`, 'three'],
      critic: [reject({ issues: [issue] }), reject(), reject()],
    })
    const [first] = taint(runCompositeSync(echoing, { input: { task_brief: 'Work.', criteria: 'Be brief.' }, model }))
    expect(first?.witness).toEqual(['critic.reading.issues 1', 'request of worker, call 2'])
  })
})

describe('taint is not seen', () => {
  test('in what a slot may see', () => {
    expect(taint(run(''))).toEqual([])
  })

  test('in a quote inside of what a slot may see', () => {
    expect(taint(run('', `I thought ${quoted(secret)}`))).toEqual([])
  })

  test('in a quote inside of what a slot may see, written as JSON', async () => {
    const said = `He said "so":\n${quoted(secret)}`
    const program = async (_input: unknown, model: ModelProvider) => {
      const { text } = await model.respond({ slot: 'speaker', component: 'm', brief: 'Speak.' }, {})
      await model.respond({ slot: 'listener', component: 'm', brief: JSON.stringify({ text }) }, {})
    }
    const model = scripted({ speaker: [say(said, { reasoning: secret })], listener: ['Yes.'] })
    const firewall = { slots: ['speaker', 'listener'], inputs: [], must: {}, sees: { listener: ['speaker.text'] } }
    expect(taint(await runProgram(program, { ...firewall, input: {}, model }))).toEqual([])
  })

  test('where the same words stand on both sides', () => {
    expect(taint(run('between us'))).toEqual([])
  })
})

describe('the criteria', () => {
  const criteria = `It names a source ${markerOf('criteria')}.`
  const model = scripted({ worker: ['a', 'b'], critic: [reject({ reasoning: quoted(criteria) }), reject()] })
  const options = { input: { task_brief: 'Work.', criteria }, config: { max_rounds: 2 }, model }

  test('are withheld from the worker where a critique quotes them', () => {
    expect(taint(runCompositeSync(workerCritic, options))).toEqual([])
  })

  test('do not excuse themselves in a critique that is passed on as it is', () => {
    const open = tampered(workerCritic, { brief: { worker: (brief) => brief.replace('[withheld]', () => criteria) } })
    expect(taint(runCompositeSync(open, options))[0]?.message).toContain(
      'the request of "worker" (call 2) holds criteria',
    )
  })
})

// Helpers

const slot = (must: readonly string[], brief: Slot['brief']): Slot => ({
  must,
  sees: [],
  requires: '',
  ensures: '',
  shape: '',
  output: 'text',
  brief,
})

/** Two slots: the second is told the first one's text, and whatever leaks. */
function run(leak: string, text = plain) {
  const pair = defineComposite({
    name: 'pair',
    kind: 'pattern',
    version: '0.1.0',
    description: '',
    input: {},
    config: {},
    slots: {
      speaker: slot([], () => 'Speak.'),
      listener: slot(['speaker.text'], ({ text = '' }) => `${text}\n${leak}`),
    },
    self: '',
    prohibited: [],
    invariants: [],
    returns: {},
    *delegate() {
      const spoken = yield* call('speaker', {})
      yield* call('listener', { text: spoken.text })
      return { result: '' }
    },
  })
  const model = scripted({ speaker: [say(text, { reasoning: secret })], listener: ['Yes.'] })
  return runCompositeSync(pair, { input: {}, model })
}
