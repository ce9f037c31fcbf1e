import { printProgram } from '../print/print-program.ts'
import { type Shape, speakerOf } from '../table/shape.ts'
import { Table } from '../table/table.ts'
import { openSlots } from './open-slots.ts'
import { describeProgram, inputSchemas, type Program, type ProgramFirewall, slotsOf } from './program-options.ts'
import { recordProgram } from './record-program.ts'
import type { Attempt, Subject, Trial } from './subject.ts'

/** How a program is tried. */
export interface ProgramOptions extends ProgramFirewall {
  /** What to call it; by default the function's name. */
  readonly name?: string
  /** The most calls that a run may take, whatever is said to it, 1 or more; 100 by default. */
  readonly most?: number
  /** Where a test to paste imports the program from; `options` names these options there, if they hold functions. */
  readonly from?: { readonly module: string; readonly name: string; readonly options?: string }
}

/** Makes a program ready to be tried. */
export function programSubject(program: Program, options: ProgramOptions): Subject<Promise<Trial>> {
  const { name = program.name || 'program', most = 100, route = ({ slot }) => slot } = options
  const description = describeProgram(name, options)
  const slots = slotsOf(options)
  const shape: Shape = {
    inputs: Object.entries(inputSchemas(options)).map(([input, schema]) => ({ name: input, schema })),
    config: [],
    speakers: Object.entries(slots).map(([slot, definition]) => speakerOf(slot, definition)),
  }
  const attempt = async ({ sketch, budget: _, ...rest }: Attempt): Promise<Trial> => {
    const table = new Table(shape, sketch, rest)
    const run = await recordProgram(program, {
      description,
      slots,
      input: table.input,
      model: table,
      route,
      most: most + 1,
    })
    return { run, table }
  }
  return {
    name,
    origin: { kind: 'program', ...(options.from && { from: options.from }) },
    shape,
    most,
    open: openSlots(description.inputs, description.slots),
    budgets: false,
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
