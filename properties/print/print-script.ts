import type { Imports } from './imports.ts'
import { key } from './literal.ts'
import { printStep } from './print-step.ts'

/** Writes a scripted model, one slot a line where it has one step. */
export function printScript(
  said: ReadonlyMap<string, readonly Parameters<typeof printStep>[0][]>,
  used: Imports,
): string {
  const scripts = [...said].map(([slot, steps]) => {
    const printed = steps.map((step) => printStep(step, (name) => used.add('vitest-tribunal', name)))
    const list =
      printed.length > 1 ? `\n${printed.map((step) => `        ${step},\n`).join('')}      ` : printed.join('')
    return `      ${key(slot)}: [${list}],\n`
  })
  return `scripted({\n${scripts.join('')}    })`
}
