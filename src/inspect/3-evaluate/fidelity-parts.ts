import type { FidelityPart, Observation, PartScore } from '../inspection.ts'
import type { Case } from './case.ts'
import { atFile, atLog } from './evidence.ts'
import { failureEvidence } from './failure-evidence.ts'
import { logOf } from './log-of.ts'
import { parallelFaults } from './parallel-faults.ts'
import { observe, partScore } from './part-score.ts'
import { isThere } from './service-states.ts'

/** The parts of runtime fidelity with their weights. Source: docs/scoring.md. */
export function fidelityParts(subject: Case): { readonly [part in FidelityPart]: PartScore } {
  return {
    execution_order: partScore(35, executionOrder(subject)),
    binding_integrity: partScore(30, bindingIntegrity(subject)),
    vm_log_completeness: partScore(25, logCompleteness(subject)),
    error_handling: partScore(10, errorHandling(subject)),
  }
}

// Helpers

/** An edge holds if its producer's first completion precedes its consumer's first. */
function executionOrder({ material, byName, excuses }: Case): readonly Observation[] {
  return material.wiring.edges.map(({ producer, consumer }) => {
    const what = `${producer} completes before ${consumer}`
    const [before, after] = [byName.get(producer)!.done[0], byName.get(consumer)!.done[0]]
    const evidence = [before, after].flatMap((event) => (event ? [atLog(material, event)] : []))
    const lost = [producer, consumer].filter((_, index) => !(index === 0 ? before : after))
    if (before && after)
      return observe(what, before.line < after.line ? 'held' : 'not-held', 'first completions', evidence)
    const excused = excuses.services.has(producer) || excuses.services.has(consumer)
    const open = atFile(logOf(material), `no completion of ${lost.join(' nor of ')}`)
    return observe(what, excused ? 'excused' : 'not-held', 'both ends complete', [...evidence, open])
  })
}

function bindingIntegrity({ material, excuses, isUndeclared }: Case): readonly Observation[] {
  return material.outputs
    .filter(({ isPublic }) => isPublic)
    .map((output) => {
      const what = `${output.service.name} publishes ${output.name}`
      if (excuses.outputs.has(output.path)) return observe(what, 'excused', 'covered by a clause', [])
      if (!isThere(output))
        return observe(what, 'not-held', 'present and non-empty', [atFile(output.path, 'absent or empty')])
      if (output.copy === 'differs')
        return observe(what, 'not-held', 'equal to its workspace copy', [
          atFile(output.path, `differs from ${output.workspace ?? 'what its name says it is'}`),
        ])
      const rule = output.copy === 'same' ? 'equal to its workspace copy' : 'present and non-empty'
      // Where nothing declares a copy there is none to compare with.
      const seen = output.copy === 'same' || (output.workspace === null && output.text !== null && !output.cut)
      return observe(what, 'held', rule, [atFile(output.path, `${output.size} bytes`)], seen && !isUndeclared)
    })
}

function logCompleteness({ material, states, excuses }: Case): readonly Observation[] {
  const { log, wiring, ledger } = material
  const at = (fact: { line: number; text: string } | null | undefined, where = 'nothing in it says so') =>
    fact ? [atLog(material, fact)] : [atFile(logOf(material), where)]
  const declared = states.filter(({ service }) => service.derived !== true)
  const suspect = new Set(ledger?.faults.map(({ node }) => node))
  if (material.located.log === null && ledger)
    return declared.flatMap(({ service: { name }, last }) => [
      observe(`receipt of ${name}`, last ? 'held' : 'not-held', 'there is one', at(last)),
      observe(
        `receipts of ${name}`,
        suspect.has(name) || suspect.has('') ? 'not-held' : 'held',
        'each hashes and follows the one before',
        at(last),
      ),
    ])
  const held = (is: boolean) => (is ? 'held' : 'not-held')
  const bound = new Map(log.events.filter(({ tag }) => tag === 'input').map((event) => [event.name, event]))
  const statesEnd = log.claims.find(
    ({ source, status }) => source === 'front-matter' && status !== 'open' && log.endedAt !== null,
  )
  const end = log.terminators.at(-1)
  const ended = end ? end.word !== 'resume' : statesEnd !== undefined
  const faults = parallelFaults(log.events)
  return [
    observe('header', held(log.header !== null), 'run id and system', at(log.header)),
    ...(material.located.logNamesRoot === false
      ? []
      : [
          observe(
            'root',
            held(log.root !== null),
            'root or program',
            at(log.root && { line: log.root.line, text: log.root.value }),
          ),
        ]),
    ...wiring.inputs
      .filter(({ optional }) => !optional)
      .map(({ name }) => observe(`input ${name}`, held(bound.has(name)), 'bound', at(bound.get(name)))),
    ...declared.map(({ service: { name }, accounted }) => {
      const outcome = accounted ? 'held' : excuses.services.has(name) ? 'excused' : 'not-held'
      return observe(`service ${name}`, outcome, 'accounted for', at(accounted))
    }),
    observe(
      'parallel blocks',
      held(faults.length === 0 && log.events.length > 0),
      'balanced',
      at(faults[0], log.events.length > 0 ? 'every one that starts ends' : 'no event in it'),
    ),
    observe('terminator', held(ended), 'an end that nothing reopens', at(end ?? statesEnd)),
  ]
}

function errorHandling({ material, states, excuses }: Case): readonly Observation[] {
  const counted = states.filter(({ service, error }) => service.derived !== true || error !== null)
  return counted.map((state) => {
    const { service, error, last } = state
    const { name } = service
    if (error === null)
      return observe(`${name} leaves no error unhandled`, 'held', 'no failure', [
        last ? atLog(material, last) : atFile(logOf(material), 'no failure in it'),
      ])
    const handled = excuses.handledBy.has(name)
    return observe(
      `${name} leaves no error unhandled`,
      handled ? 'held' : 'not-held',
      handled ? 'covered by a clause' : 'covered by none',
      failureEvidence(state, material),
    )
  })
}
