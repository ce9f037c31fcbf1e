import { plainFirewall } from '../subjects/program-options.ts'
import type { ProgramOptions } from '../subjects/program-subject.ts'
import type { Printed } from '../subjects/subject.ts'
import { identifierOf } from './identifier.ts'
import { Imports } from './imports.ts'
import { key, literal } from './literal.ts'
import type { RunParts } from './print-composite.ts'
import { printScript } from './print-script.ts'
import { printTest } from './print-test.ts'

/** Writes runs of a program as a test to paste, which fails as long as the law is broken. */
export function printProgram(
  name: string,
  options: ProgramOptions,
  runs: readonly Pick<RunParts, 'input' | 'said'>[],
  { title, assertions, imports, again = false }: Omit<Printed, 'attempts'>,
): string {
  const used = new Imports()
  used.add('vitest-tribunal', 'scripted')
  used.add('vitest-tribunal/properties', 'runProgram')
  for (const [address, names] of Object.entries(imports)) used.add(address, ...names)
  const from = options.from ?? guessed(name)
  const called = used.addSubject(from.module, from.name)
  if (from.options !== undefined) used.add(from.module, from.options)
  const bodies = runs.map((run) => {
    const input = Object.entries(run.input).map(([label, value]) => `      ${key(label)}: ${literal(value)},\n`)
    const model = printScript(run.said, used)
    const firewall = from.options === undefined ? printFirewall(options) : `    ...${from.options},\n`
    return `await runProgram(${called}, {\n${firewall}    input: {\n${input.join('')}    },\n    model: ${model},\n  })`
  })
  return printTest(title, true, bodies, { assertions, again }, used)
}

// Helpers

/** What is data is written out; a function has to be put in by hand, and the test says where. */
function printFirewall(options: ProgramOptions): string {
  const { slots, must, sees, inputs } = options
  const hasFunctions = plainFirewall(options) === undefined
  return [
    `    slots: ${literal(withoutFunctions(slots))},\n`,
    `    must: ${literal(must)},\n`,
    ...(sees === undefined ? [] : [`    sees: ${literal(sees)},\n`]),
    `    inputs: ${literal(inputs)},\n`,
    ...(hasFunctions ? ['    // Add "route" and "decides" as in your check, or name its options in "from".\n'] : []),
  ].join('')
}

const withoutFunctions = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Where a program may come from that nobody has said it of. */
function guessed(name: string): NonNullable<ProgramOptions['from']> {
  const identifier = identifierOf(name)
  return { module: `./${kebab(identifier)}.ts`, name: identifier }
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
