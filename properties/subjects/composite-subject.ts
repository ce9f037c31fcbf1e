import type { AnyComposite } from '../../src/composites/composite.ts'
import { TribunalError } from '../../src/errors.ts'
import { isObject, type Json } from '../../src/json/json.ts'
import { type Binding, type Components, type Plan, planRun } from '../../src/run/plan.ts'
import { runCompositeSync } from '../../src/run/run-composite.ts'
import { ourAddress } from '../print/our-composites.ts'
import { printComposite } from '../print/print-composite.ts'
import { configOf, type InputShape, type Shape, type Speaker, speakerOf } from '../table/shape.ts'
import { Table } from '../table/table.ts'
import { openSlots } from './open-slots.ts'
import type { Attempt, Subject, Trial } from './subject.ts'

/** How a composite is tried. */
export interface CompositeOptions {
  /** Inputs that are always the same; the others are generated from their schemas. */
  readonly input?: { readonly [name: string]: Json }
  /** Config that is always the same; of the rest small values are tried. */
  readonly config?: { readonly [name: string]: Json }
  /** What fills the slots: other composites, for laws of nested runs. */
  readonly components?: Components
  /** The most calls that a run may take; by default what the composite's `max_…` config comes to, else 1,000. */
  readonly most?: number
  /** Where a test to paste imports the composite from, and under which name. */
  readonly from?: ImportedFrom
  /** The same for composites in `components`, by their name. */
  readonly bindings?: { readonly [composite: string]: ImportedFrom }
}

/** An address and the name exported there. */
export interface ImportedFrom {
  readonly module: string
  readonly name: string
}

/** Makes a composite ready to be tried. */
export function compositeSubject(composite: AnyComposite, options: CompositeOptions = {}): Subject<Trial> {
  const plan = planned(composite, options)
  const shape: Shape = {
    inputs: inputsOf(composite, options, ''),
    config: configOf(composite, options.config),
    speakers: speakersOf(plan),
  }
  const from = options.from ?? ourAddress(composite)
  const most = options.most ?? mostCalls(plan, shape.config)
  const attempt = ({ sketch, budget, ...rest }: Attempt): Trial => {
    const table = new Table(shape, sketch, rest)
    const run = runCompositeSync(composite, {
      id: 'try',
      ...runOptions(options, table),
      model: table,
      budget: { calls: most + 1, ...budget },
    })
    return { run, table, endless: budget === undefined && run.failure?.kind === 'budget' }
  }
  return {
    name: composite.name,
    origin: { kind: 'composite', ...(from && { from }) },
    shape,
    most,
    open: openSlotsOf(plan, ''),
    still: Object.keys(options.input ?? {}).filter((name) => isHidden(composite, name)),
    budgets: true,
    catches: false,
    attempt,
    print({ attempts, ...printed }) {
      const runs = attempts.map((one) => {
        const { run, table } = attempt(one)
        // What was to stop a run that does not end is part of the test.
        const stopped = run.failure?.kind === 'budget' && one.budget?.calls === undefined
        const budget = stopped ? { calls: most + 1, ...one.budget } : one.budget
        return { ...runOptions(options, table), said: table.said, ...(budget === undefined ? {} : { budget }) }
      })
      return printComposite(composite, options, runs, printed)
    },
  }
}

/** Input, config and components of a run, with the texts of a table. */
export function runOptions({ components }: CompositeOptions, { input, config }: Table) {
  const own = Object.entries(input).filter(([name]) => !name.includes('/'))
  return {
    input: Object.fromEntries(own) as { readonly [name: string]: Json },
    config: config as { readonly [name: string]: Json },
    ...(components === undefined ? {} : { components: filled(components, '', input) }),
  }
}

// Helpers

/** Whether there is a slot that may not see an input. */
const isHidden = ({ slots }: AnyComposite, input: string): boolean =>
  Object.values(slots).some(({ must, sees }) => ![...must, ...sees].some((label) => label.replace(/\?$/, '') === input))

function planned(composite: AnyComposite, options: CompositeOptions): Plan {
  if (!isObject(composite) || !isObject(composite.slots) || typeof composite.delegate !== 'function')
    throw new TribunalError('invalid-input', 'What is to be checked is no composite. Make one with defineComposite.')
  try {
    return planRun(composite, looked(composite, options))
  } catch (error) {
    const generated = Object.keys(composite.input).filter((name) => !Object.hasOwn(options.input ?? {}, name))
    const unfit = generated.filter((name) => error instanceof TribunalError && error.message.includes(`input.${name} `))
    if (unfit.length === 0) throw error
    throw new TribunalError(
      'invalid-input',
      `${(error as TribunalError).message} What laws make up does not fit ${unfit.join(', ')}: give a value yourself, in the option "input".`,
      { cause: error },
    )
  }
}

/** What a composite is planned with only to look at its slots, nested ones included. */
function looked(composite: AnyComposite, options: CompositeOptions) {
  const shape = { inputs: inputsOf(composite, options, ''), config: [], speakers: [] }
  const table = new Table(shape, { inputs: [], config: [], steps: [], tail: 0, pick: 0 })
  return { ...runOptions(options, table), config: options.config ?? {} }
}

/** Inputs of the composite and of those bound in it, which get all but their task from the table as well. */
function inputsOf(
  composite: AnyComposite,
  { input = {}, components = {} }: CompositeOptions,
  at: string,
): readonly InputShape[] {
  for (const name of Object.keys(input))
    if (!Object.hasOwn(composite.input, name))
      throw new TribunalError(
        'invalid-input',
        `"${name}" is no input of "${composite.name}". Correct the option "input".`,
      )
  const own = Object.entries(composite.input)
    .filter(([name]) => at === '' || name !== 'task_brief')
    .map(([name, schema]) => ({
      name: `${at}${name}`,
      schema,
      ...(Object.hasOwn(input, name) ? { fixed: input[name] } : {}),
    }))
  const bound = Object.entries(components).flatMap(([slot, binding]) =>
    isBinding(binding) ? inputsOf(binding.composite, binding, `${at}${slot}/`) : [],
  )
  return [...own, ...bound]
}

function filled(components: Components, at: string, input: { readonly [name: string]: unknown }): Components {
  return Object.fromEntries(
    Object.entries(components).map(([slot, binding]) => {
      if (!isBinding(binding)) return [slot, binding]
      const path = `${at}${slot}/`
      const names = Object.keys(binding.composite.input).filter((name) => Object.hasOwn(input, `${path}${name}`))
      const own = Object.fromEntries(names.map((name) => [name, input[`${path}${name}`] as Json]))
      const inner = binding.components === undefined ? {} : { components: filled(binding.components, path, input) }
      return [slot, { ...binding, input: own, ...inner }]
    }),
  )
}

const isBinding = (filling: string | Binding): filling is Binding => typeof filling !== 'string'

const openSlotsOf = ({ composite, slots }: Plan, at: string): readonly string[] => [
  ...openSlots(Object.keys(composite.input), composite.slots, at),
  ...Object.entries(slots).flatMap(([slot, { nested }]) => (nested ? openSlotsOf(nested, `${at}${slot}/`) : [])),
]

const speakersOf = (plan: Plan): readonly Speaker[] =>
  Object.values(plan.slots).flatMap(({ slot, path, nested }) => (nested ? speakersOf(nested) : [speakerOf(path, slot)]))

/** Rounds times slots, nested rounds included; a composite that names no bound gets a thousand. */
function mostCalls(plan: Plan, config: Shape['config']): number {
  const bounds = Object.keys(plan.composite.config).filter((name) => name.startsWith('max_'))
  const rounds = bounds.map((name) => {
    const tried = config.find((one) => one.name === name)?.values ?? []
    return Math.max(1, Number(plan.config[name]), ...tried.filter((value) => typeof value === 'number'))
  })
  const each = Object.values(plan.slots).reduce((sum, { nested }) => sum + (nested ? mostCalls(nested, []) : 1), 0)
  return bounds.length === 0 ? UNBOUNDED : each * Math.max(...rounds)
}

const UNBOUNDED = 1_000
