import type { Irregularity, Wiring } from './wiring.ts'

/**
 * Takes what else a run declares in place of a manifest without a single service: such a one expects nothing of the run, so that
 * everything would pass, and is no better than none.
 *
 * @param declared - what the manifest declares, or why it cannot be read
 * @param otherwise - what the run declares without it
 */
export function orElse(declared: Wiring | Irregularity, otherwise: () => Wiring): Wiring {
  if ('message' in declared) return { ...otherwise(), readable: false, irregular: [declared] }
  if (declared.services.length > 0) return declared
  const why = declared.irregular.find(({ pointer }) => /\/(?:graph|nodes)\b/u.test(pointer))
  const nothing = { pointer: '', message: `declares no service${why ? `: ${why.pointer} ${why.message}` : ''}` }
  return { ...otherwise(), readable: false, irregular: [nothing, ...declared.irregular] }
}
