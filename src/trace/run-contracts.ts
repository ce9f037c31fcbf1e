import type { CompositeDescription } from '../composites/describe.ts'
import { returnedSlots } from './run-manifest.ts'

/** A composite's contract as the root of a run directory; its clauses are of the kinds that docs/scoring.md lists. */
export function rootContract(composite: CompositeDescription): string {
  const returns = returnedSlots(composite).map((slot) => `- \`${composite.slots[slot]!.output}\`: text, non-empty`)
  return contract(composite.name, 'function', composite.description, [
    ['Parameters', composite.inputs.map((name) => `- \`${name}\`: text, non-empty`)],
    [
      'Shape',
      [
        `- self: ${composite.self}`,
        ...Object.entries(composite.slots).map(([slot, { shape }]) => `- delegates ${slot}: ${shape}`),
      ],
    ],
    ['Returns', returns],
  ])
}

/** One slot's contract. */
export function slotContract(composite: CompositeDescription, name: string): string {
  const { requires, ensures, output } = composite.slots[name]!
  return contract(name, 'service', ensures, [
    ['Requires', [`- ${requires}`]],
    ['Ensures', [`- \`${output}\`: text, non-empty`]],
  ])
}

// Helpers

const contract = (
  name: string,
  kind: string,
  about: string,
  sections: readonly (readonly [string, readonly string[]])[],
) =>
  `${[
    `---\nname: ${name}\nkind: ${kind}\n---`,
    `# ${name}`,
    about,
    ...sections.map(([title, lines]) => `### ${title}\n\n${lines.join('\n')}`),
  ].join('\n\n')}\n`
