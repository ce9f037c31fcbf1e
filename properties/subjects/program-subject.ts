import { TribunalError } from '../../src/errors.ts'
import { printProgram } from '../print/print-program.ts'
import { type Shape, speakerOf } from '../table/shape.ts'
import { Table } from '../table/table.ts'
import { openSlots } from './open-slots.ts'
import {
  describeProgram,
  inputSchemas,
  type Program,
  type ProgramFirewall,
  plainFirewall,
  slotsOf,
} from './program-options.ts'
import { recordProgram, STUCK } from './record-program.ts'
import type { Attempt, Subject, Trial } from './subject.ts'

/** How a program is tried. */
export interface ProgramOptions extends ProgramFirewall {
  /** What to call it; by default the function's name. */
  readonly name?: string
  /** The most calls that a run may take, whatever is said to it, 1 or more; 100 by default. */
  readonly most?: number
  /** Milliseconds of real time in which it may neither ask nor end before it counts as stuck, 1 or more; 1,000 by default. */
  readonly patienceMs?: number
  /** Where a test to paste imports the program from; `options` names these options there, if they hold functions. */
  readonly from?: { readonly module: string; readonly name: string; readonly options?: string }
}

/** Makes a program ready to be tried. */
export function programSubject(program: Program, options: ProgramOptions): Subject<Promise<Trial>> {
  const { name = program?.name || 'program', most = 100, patienceMs = PATIENCE, route = ({ slot }) => slot } = options
  const description = describeProgram(name, options)
  for (const [option, value] of Object.entries({ most, patienceMs }))
    if (!(value >= 1))
      throw new TribunalError('invalid-input', `${option}: ${value} is below 1. Give a number from 1 up.`)
  if (typeof program !== 'function')
    throw new TribunalError(
      'invalid-input',
      `Cannot check "${name}": it is no function. Pass the program itself, not its name or what it gives back.`,
    )
  const slots = slotsOf(options)
  const firewall = plainFirewall(options)
  const shape: Shape = {
    inputs: Object.entries(inputSchemas(options)).map(([input, schema]) => ({ name: input, schema })),
    config: [],
    speakers: Object.entries(slots).map(([slot, definition]) => speakerOf(slot, definition)),
  }
  let late: string | undefined
  let patience = patienceMs
  let runs = 0
  const attempt = async ({ sketch, budget: _, ...rest }: Attempt): Promise<Trial> => {
    if (late !== undefined)
      throw new TribunalError(
        'invalid-input',
        `"${name}" asks "${late}" after it has ended, where no law can see it. Await every call before you return.`,
      )
    const table = new Table(shape, sketch, rest)
    const run = await recordProgram(program, {
      description,
      slots,
      input: table.input,
      model: table,
      route,
      most: most + 1,
      patienceMs: patience,
      onLate: (slot) => {
        late ??= slot
      },
    })
    // The tries are over before a timer fires: the first ones wait for whoever still asks then.
    if (runs++ < LINGERING) await new Promise((resolve) => setTimeout(resolve, LINGER_MS))
    // One that got stuck once will do so again and again while its script is made smaller.
    const stuck = run.failure?.message === STUCK
    if (stuck) patience = Math.min(patienceMs, SHORT_PATIENCE)
    return { run, table, endless: stuck || run.failure?.kind === 'budget' }
  }
  return {
    name,
    origin: { kind: 'program', ...(options.from && { from: options.from }), ...(firewall && { firewall }) },
    shape,
    most,
    open: openSlots(description.inputs, description.slots),
    budgets: false,
    catches: true,
    attempt,
    async print({ attempts, ...printed }) {
      const runs = []
      for (const one of attempts) {
        const { table } = await attempt(one)
        runs.push({ input: table.input, said: table.said })
      }
      return printProgram(name, options, runs, printed)
    },
  }
}

// Helpers

const PATIENCE = 1_000
const SHORT_PATIENCE = 20
const LINGERING = 10
const LINGER_MS = 3

// Kept before a test can put clocks of its own in their place.
const { setTimeout } = globalThis
