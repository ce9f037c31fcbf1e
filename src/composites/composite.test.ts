import { describe, expect, test } from 'vitest'
import { soloist } from '../../test/composites/soloist.ts'
import { unfrozenIn } from '../../test/composites/unfrozen-in.ts'
import { readVerdict } from '../decisions/read-verdict.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'
import { callAll, defineComposite, isAsk } from './composite.ts'
import { describe as describeComposite } from './describe.ts'

describe('defineComposite', () => {
  test('freezes the definition, with everything in it', () => {
    const composite = soloist({ speaker: { replySchema: { type: 'object', properties: { a: { type: 'string' } } } } })
    expect(unfrozenIn(composite)).toEqual([])
  })

  test('names everything that is wrong at once', () => {
    expect(() =>
      soloist({
        name: 'Not a name',
        speaker: { must: ['weather'], output: 'The Answer' },
        returns: { 'a b': NOTHING },
      }),
    ).toThrowErrorMatchingInlineSnapshot(
      `[TribunalError: Composite "Not a name": its name is not lower-case words joined by hyphens; "a b" is not lower-case words joined by hyphens or underscores; output "The Answer" of slot "speaker" is not lower-case words joined by hyphens or underscores; slot "speaker" names "weather", which is neither an input nor a channel of a slot.]`,
    )
  })

  test.each(['slots', 'input', 'config', 'returns'])('refuses a composite without %s', (part) => {
    expect(() => defineComposite({ ...soloist(), [part]: undefined } as never)).toThrow(
      expect.objectContaining({ code: 'invalid-composite', message: `Composite "soloist": its ${part} is no object.` }),
    )
  })

  test('says so in details, for programs', () => {
    expect(() => soloist({ name: 'X' })).toThrow(
      expect.objectContaining({
        code: 'invalid-composite',
        details: { composite: 'X', faults: ['its name is not lower-case words joined by hyphens'] },
      }),
    )
  })

  test('refuses a composite without slots, and one with two primary slots', () => {
    const { slots, ...rest } = soloist()
    const speaker = slots.speaker!
    expect(() => defineComposite({ ...rest, slots: {} })).toThrow('it has no slot')
    expect(() => defineComposite({ ...rest, slots: { speaker, second: speaker } })).toThrow(
      'more than one primary slot',
    )
  })

  test.each([
    ['an input', 'task_brief'],
    ['an input, once it exists', 'task_brief?'],
    ['a text', 'speaker.text'],
    ['structured data', 'speaker.data'],
  ])('a label may name %s', (_, label) => {
    expect(() => soloist({ speaker: { must: [label] } })).not.toThrow()
  })

  test.each([
    ['private text', 'speaker.private'],
    ['an unknown slot', 'critic.text'],
    ['a slot alone', 'speaker'],
    ['a reading without its field', 'speaker.reading'],
    ['a reading of a slot that decides nothing', 'speaker.reading.verdict'],
    ['a part of a text', 'speaker.text.title'],
    ['what every object has', 'constructor.text'],
    ['an input with a question mark in it', 'task_?brief'],
  ])('a label does not name %s', (_, label) => {
    expect(() => soloist({ speaker: { sees: [label] } })).toThrow(
      `slot "speaker" names "${label}", which is neither an input nor a channel of a slot`,
    )
  })

  test.each(['reading', 'reading.', 'reading.verdict.length'])(
    'a label names one field of a reading, not %s',
    (rest) => {
      expect(() => soloist({ speaker: { decides: readVerdict, sees: [`speaker.${rest}`] } })).toThrow(
        `names "speaker.${rest}", which is neither`,
      )
    },
  )

  test('names are lower-case words to their end', () => {
    const { slots, ...rest } = soloist()
    expect(() => soloist({ name: 'solo!' })).toThrow('its name is not lower-case words')
    expect(() => defineComposite({ ...rest, slots: { 'The Speaker': slots.speaker! } })).toThrow(
      'slot "The Speaker" is not lower-case words joined by hyphens or underscores',
    )
  })

  test('a label may name a field of what a deciding slot was read as', () => {
    expect(() => soloist({ speaker: { decides: readVerdict, sees: ['speaker.reading.verdict'] } })).not.toThrow()
  })

  test.each(['caller', 'soloist', 'task_brief'])('no slot is called "%s": another party to the run is', (name) => {
    const { slots, ...rest } = soloist()
    expect(() => defineComposite({ ...rest, slots: { [name]: slots.speaker! } })).toThrow(`"${name}"`)
  })

  test('no output is called "brief": that file is what the slot was given', () => {
    expect(() => soloist({ speaker: { output: 'brief' } })).toThrow('the name of what the slot is given')
  })

  test('a result comes from slots that exist', () => {
    expect(() => soloist({ returns: { result: { description: 'it', from: ['nobody'] } } })).toThrow(
      '"result" is returned from "nobody", which is no slot',
    )
  })
})

describe('describe', () => {
  test('gives one frozen object per composite, which JSON can carry', () => {
    const composite = soloist({ config: { max_turns: { type: 'integer', default: 1 }, tone: { default: 'dry' } } })
    const description = describeComposite(composite)
    expect(describeComposite(composite)).toBe(description)
    expect(unfrozenIn(description)).toEqual([])
    expect(JSON.parse(JSON.stringify(description))).toEqual(description)
  })

  test('counts as bounds what begins with max_', () => {
    const config = { max_turns: { type: 'integer', default: 1 }, tone: { default: 'dry' }, maximum: { default: 1 } }
    expect(describeComposite(soloist({ config })).bounds).toEqual(['max_turns'])
  })
})

describe('isAsk', () => {
  test('knows calls, lists of calls and notes', () => {
    expect(isAsk({ kind: 'call', slot: 'a', values: {} })).toBe(true)
    expect(isAsk(callAll([]).next().value)).toBe(true)
    expect(isAsk({ kind: 'note', note: { kind: 'bound-reached', bound: 'max_turns', limit: 1 } })).toBe(true)
  })

  test('knows what a composite must not yield: text, promises, generators, events of its own', () => {
    for (const value of [
      'ask',
      undefined,
      Promise.resolve(),
      callAll([]),
      { kind: 'note', note: { kind: 'run-completed' } },
      { kind: 'call-all', calls: 'all' },
      { kind: 'slot-called', calls: [] },
    ])
      expect(isAsk(value)).toBe(false)
  })
})

test('values that a brief is rendered from are all that it depends on', () => {
  const composite = soloist({ speaker: { brief: (values) => Object.keys(values).sort().join(' ') } })
  const run = runCompositeSync(composite, { input: { task_brief: 'x' }, model: scripted({ speaker: ['y'] }) })
  expect(run.events[1]).toMatchObject({ kind: 'slot-called', request: { brief: 'task_brief' } })
})

// Helpers

const NOTHING = { description: 'nothing' }
