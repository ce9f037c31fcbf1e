import type { AnyComposite } from '../../src/composites/composite.ts'
import type { Components } from '../../src/run/plan.ts'
import type { CompositeOptions } from '../subjects/composite-subject.ts'
import type { Attempt, Printed } from '../subjects/subject.ts'
import { identifierOf } from './identifier.ts'
import { Imports } from './imports.ts'
import { key, literal } from './literal.ts'
import { ourAddress } from './our-composites.ts'
import { printScript } from './print-script.ts'
import type { printStep } from './print-step.ts'
import { printTest } from './print-test.ts'

/** Input, config, components and script of one run. */
export interface RunParts {
  readonly input: { readonly [name: string]: unknown }
  readonly config: { readonly [name: string]: unknown }
  readonly components?: Components
  readonly budget?: Attempt['budget']
  /** In which order the calls are answered, where that matters. */
  readonly order?: readonly number[]
  readonly said: ReadonlyMap<string, readonly Parameters<typeof printStep>[0][]>
}

/** Writes runs of a composite as a test to paste, which fails as long as the law is broken. */
export function printComposite(
  composite: AnyComposite,
  { from, bindings = {} }: Pick<CompositeOptions, 'from' | 'bindings'>,
  runs: readonly RunParts[],
  { title, assertions, imports, again = false }: Omit<Printed, 'attempts'>,
): string {
  const used = new Imports()
  used.add('vitest-tribunal', 'runCompositeSync', 'scripted')
  const waits = runs.some(({ order }) => order !== undefined)
  if (waits) {
    used.add('vitest-tribunal', 'runComposite')
    used.add('vitest-tribunal/properties', 'answeringInOrder')
  }
  for (const [address, names] of Object.entries(imports)) used.add(address, ...names)
  const name = nameOf(composite, from, used)
  const bound = (inner: AnyComposite) => nameOf(inner, bindings[inner.name], used)
  return printTest(
    title,
    waits,
    runs.map((run) => printRun(name, run, used, bound)),
    { assertions, again },
    used,
  )
}

// Helpers

/** What a bound composite is called in the test. */
type NameOf = (composite: AnyComposite) => string

/** What to call a composite in code; where it comes from is only known of ours and of what the caller says. */
function nameOf(composite: AnyComposite, from: CompositeOptions['from'], used: Imports): string {
  const { name, module } = from ??
    ourAddress(composite) ?? { name: identifierOf(composite.name), module: `./${composite.name}.ts` }
  return used.addSubject(module, name)
}

function printRun(
  name: string,
  { input, config, components, budget, said, order }: RunParts,
  used: Imports,
  bound: NameOf,
): string {
  const script = printScript(said, used)
  const inputs = Object.entries(input).map(([label, value]) => `      ${key(label)}: ${literal(value)},\n`)
  return [
    `${order ? 'await runComposite' : 'runCompositeSync'}(${name}, {`,
    `    input: {\n${inputs.join('')}    },`,
    ...(Object.keys(config).length === 0 ? [] : [`    config: ${literal(config)},`]),
    ...(components === undefined ? [] : [`    components: ${printComponents(components, bound)},`]),
    ...(budget === undefined ? [] : [`    budget: ${literal(budget)},`]),
    `    model: ${order ? `answeringInOrder(${script}, ${literal(order)})` : script},`,
    '  })',
  ].join('\n')
}

function printComponents(components: Components, bound: NameOf): string {
  const members = Object.entries(components).map(([slot, filling]) => {
    if (typeof filling === 'string') return `${key(slot)}: ${literal(filling)}`
    const { composite, input = {}, config = {}, components: inner } = filling
    const parts = [
      `composite: ${bound(composite)}`,
      ...(Object.keys(input).length === 0 ? [] : [`input: ${literal(input)}`]),
      ...(Object.keys(config).length === 0 ? [] : [`config: ${literal(config)}`]),
      ...(inner === undefined ? [] : [`components: ${printComponents(inner, bound)}`]),
    ]
    return `${key(slot)}: { ${parts.join(', ')} }`
  })
  return `{ ${members.join(', ')} }`
}
