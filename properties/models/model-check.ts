import fc from 'fast-check'
import type { AnyComposite } from '../../src/composites/composite.ts'
import { TribunalError } from '../../src/errors.ts'
import { canonicalJson } from '../../src/json/canonical-json.ts'
import type { ModelFault, ModelReply } from '../../src/providers/model.ts'
import { accept, decide, fault, reject } from '../../src/providers/script-steps.ts'
import { scripted } from '../../src/providers/scripted.ts'
import { runCompositeSync } from '../../src/run/run-composite.ts'
import type { Check } from '../check/check.ts'
import type { Tally } from '../check/tally.ts'
import { literal } from '../print/literal.ts'
import { ourAddress } from '../print/our-composites.ts'
import { printComposite } from '../print/print-composite.ts'
import type { CompositeOptions } from '../subjects/composite-subject.ts'
import type { Meaning, ModelState, ReferenceModel } from './reference-model.ts'
import { Stepper } from './stepper.ts'

/** One try: how long the loop may go on, and what is said. */
type ModelTry = readonly [limit: number, commands: Iterable<fc.Command<Course, Stepper>>]

/** The model side of a try: where the run should stand, and what to tell of it. */
interface Course {
  state: ModelState
  readonly model: ReferenceModel
  readonly composite: AnyComposite
  readonly config: { readonly [name: string]: number }
  readonly tally: Tally | undefined
  over: boolean
}

/** Makes ready the law that a composite does, step by step, what its reference model does. */
export function modelCheck(
  composite: AnyComposite,
  model: ReferenceModel,
  options: CompositeOptions = {},
): Check<ModelTry> {
  const from = options.from ?? ourAddress(composite)
  const kinds = [...new Set(Object.values(model.meanings).flat())]
  const arbitrary = (replayPath?: string) =>
    fc.tuple(
      fc.constantFrom(3, 1, 2, 4, 5),
      fc.commands(
        [
          // Ends are rarer than steps, so that loops get somewhere.
          ...new Array<typeof kinds>(16)
            .fill(kinds)
            .flat()
            .map((kind) => fc.nat(TEXTS.length - 1).map((text) => new Answer(kind, text))),
          fc.nat(FAULTS.length - 1).map((which) => new Fail(which)),
          fc.constant(new Exhaust()),
        ],
        { maxCommands: 40, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) },
      ),
    ) as unknown as fc.Arbitrary<ModelTry>
  const run = ([limit, commands]: ModelTry, tally?: Tally) => {
    const config = model.bound === undefined ? {} : { [model.bound]: limit }
    const course: Course = { state: model.start(limit), model, composite, config, tally, over: false }
    const real = new Stepper(composite, model.input, config)
    try {
      expectEqual(course, real)
      fc.modelRun(() => ({ model: course, real }), commands)
      return { course, real, config, problem: undefined }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return { course, real, config, problem: error.message }
    }
  }
  return {
    law: 'model',
    statement: 'Step by step it asks whom, tells what and returns what a reference model of a few lines does.',
    source: 'properties/models/reference-models.ts',
    subject: composite.name,
    origin: { kind: 'composite', ...(from && { from }) },
    arbitrary: arbitrary(),
    replaying: { arbitrary, suffix: ([, commands]) => /replayPath="([^"]*)"/.exec(String(commands))?.[1] ?? '' },
    declared: [...kinds, 'fault', 'exhaust', ...(model.bound === undefined ? [] : ['limit reached'])],
    attempt(tried, tally) {
      const { problem } = run(tried, tally)
      tally.counted()
      return problem === undefined ? [] : [{ invariant: 'model', event: 0, message: problem, witness: [] }]
    },
    async print(tried) {
      const { course, real, config } = run(tried)
      const { state } = course
      const asked = real.asked.slice(0, [...real.said.values()].flat().length)
      const expected = state.asks === undefined ? asked : [...asked, state.asks]
      return printComposite(composite, options, [{ input: model.input, config, said: real.said }], {
        title: `${composite.name} keeps the law "model"`,
        imports: {},
        assertions: [
          "const asked = run.events.flatMap((event) => (event.kind === 'slot-called' ? [event.slot] : []))",
          `expect(asked).toEqual(${literal(expected)})`,
          ...(state.result === undefined ? [] : [`expect(run.result).toEqual(${literal(state.result)})`]),
          ...briefs(real, state),
        ],
      })
    },
  }
}

// Helpers

const TEXTS = ['One is nothing.', '', 'Two and two.', '', 'Three:\n- a\n- b'] as const
const FAULTS = [
  fault.timeout(),
  fault.transport(),
  fault.status(429),
  fault.malformed(),
  fault.empty(),
  fault.refusal(),
  fault.truncated(),
]

/** Says something with a meaning, where a reply can have it. */
class Answer implements fc.Command<Course, Stepper> {
  readonly #kind: Meaning['kind']
  readonly #text: string

  constructor(kind: Meaning['kind'], text: number) {
    this.#kind = kind
    this.#text = TEXTS[text]!
  }

  check({ state, model, over }: Course): boolean {
    return !over && state.asks !== undefined && (model.meanings[state.asks]?.includes(this.#kind) ?? false)
  }

  run(course: Course, real: Stepper): void {
    const meaning = meaningOf(this.#kind, this.#text)
    course.tally?.saw(this.#kind)
    course.state = course.model.after(course.state, meaning)
    if (course.state.bounded) course.tally?.saw('limit reached')
    real.answer(stepOf(meaning))
    expectEqual(course, real)
  }

  toString = () => `${this.#kind}(${literal(this.#text)})`
}

/** Lets the call fail: the run ends and says where. */
class Fail implements fc.Command<Course, Stepper> {
  readonly #fault: ModelFault

  constructor(which: number) {
    this.#fault = FAULTS[which]!
  }

  check = ({ state, over }: Course) => !over && state.asks !== undefined

  run(course: Course, real: Stepper): void {
    course.tally?.saw('fault')
    const slot = course.state.asks!
    const call = real.asked.filter((asked) => asked === slot).length
    real.answer(this.#fault)
    course.over = true
    expectSame('how the run ends', { failedAt: `fault ${slot} ${call}` }, real.end)
  }

  toString = () => `fault.${this.#fault.kind}()`
}

/** Ends the script: the runner says which slot wanted more. */
class Exhaust implements fc.Command<Course, Stepper> {
  check = ({ state, over }: Course) => !over && state.asks !== undefined

  run(course: Course, real: Stepper): void {
    course.tally?.saw('exhaust')
    course.over = true
    const { composite, model, config, state } = course
    const script = scripted({
      ...Object.fromEntries(Object.keys(model.meanings).map((slot) => [slot, []])),
      ...Object.fromEntries(real.said),
    })
    let code = 'nothing'
    try {
      runCompositeSync(composite, { id: 'try', input: model.input, config, model: script })
    } catch (error) {
      if (error instanceof TribunalError) code = `${error.code} ${String(error.details.slot)}`
    }
    expectSame('what the runner throws', `script-exhausted ${state.asks}`, code)
  }

  toString = () => 'exhaust'
}

function meaningOf(kind: Meaning['kind'], text: string): Meaning {
  if (kind === 'say' || kind === 'mumble') return { kind, text }
  if (kind === 'reject') return { kind, reasoning: text, suggestions: text === '' ? ['Try four.'] : [] }
  if (kind === 'adjust') return { kind, adjustment: text }
  return kind === 'abort' ? { kind, reason: text || 'It is no use.' } : { kind }
}

function stepOf(meaning: Meaning): ModelReply {
  if (meaning.kind === 'say' || meaning.kind === 'mumble') return { text: meaning.text }
  if (meaning.kind === 'accept') return accept()
  if (meaning.kind === 'reject') return reject(meaning)
  const { kind, ...words } = meaning
  return decide(kind, words)
}

function expectEqual({ state }: Course, real: Stepper): void {
  expectSame('who is asked next', state.asks, real.waiting?.slot)
  expectSame('the result', state.result, real.end && 'result' in real.end ? real.end.result : undefined)
  const brief = real.waiting?.brief ?? ''
  for (const text of state.told ?? [])
    if (!brief.includes(text)) throw new Error(`the brief of "${state.asks}" lacks ${literal(text)}`)
  for (const text of state.untold ?? [])
    if (text !== '' && !state.told?.some((told) => told.includes(text)) && brief.includes(text))
      throw new Error(`the brief of "${state.asks}" still holds ${literal(text)}`)
}

function expectSame(what: string, expected: unknown, actual: unknown): void {
  if (canonicalJson(expected ?? null) !== canonicalJson(actual ?? null))
    throw new Error(`${what} is ${JSON.stringify(actual ?? null)} and not ${JSON.stringify(expected ?? null)}`)
}

/** What the last brief lacks, where that was the problem: no assertion on calls or result would fail then. */
function briefs(real: Stepper, state: ModelState): readonly string[] {
  if (real.waiting === undefined) return []
  return (state.told ?? [])
    .filter((text) => !real.waiting!.brief.includes(text))
    .map((text) => `expect(${literal(real.waiting!.brief)}).toContain(${literal(text)})`)
}
