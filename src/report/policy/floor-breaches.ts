import type { TribunalDocument } from '../document.ts'
import type { Refusal } from '../gate.ts'
import { isExcused } from '../is-excused.ts'
import { matchesGlob } from '../matches-glob.ts'
import type { InspectionRecord } from '../records.ts'
import { verdictRank } from '../verdict-rank.ts'
import type { Floor } from './policy.ts'

/**
 * Says which inspections lie under a floor. What is as bad as its test expects is none of a floor's business; a floor on which
 * nothing else stands has checked nothing.
 *
 * @param document - what one run of the tests found
 * @param floor - of some systems or tests
 */
export function* floorBreaches(document: TribunalDocument, floor: Floor): Generator<Refusal> {
  const tagged = new Set(
    document.tests
      .filter(({ tags }) => tags?.includes(floor.tag ?? ''))
      .map(({ project, file, test }) => keyOf(project, file, test)),
  )
  const meant = document.inspections.filter(
    ({ inspection, origin }) =>
      (floor.system === undefined || matchesGlob(inspection.system, floor.system)) &&
      (floor.tag === undefined ||
        (origin !== null && tagged.has(keyOf(origin.project ?? '', origin.file, origin.test)))),
  )
  const name = nameOf(floor)
  const held = meant.filter(({ inspection, expectation }) => !isExcused(expectation, inspection.verdict, 'pass'))
  const excused = meant.length - held.length
  if (held.length === 0 && document.scope.narrowed === 'no')
    yield {
      status: 'unverified',
      rule: 'floor',
      subject: `the floor of ${name}`,
      origin: null,
      message: `The policy has a floor for ${name}, and no inspection stands on it${excused === 0 ? '' : ` but ${excused} as bad as the tests expect`}.`,
    }
  for (const record of held) yield* under(record, floor, name)
}

// Helpers

const keyOf = (...parts: readonly string[]): string => parts.join('\u0000')

const nameOf = ({ system, tag }: Floor): string =>
  [...(system === undefined ? [] : [`system ${system}`]), ...(tag === undefined ? [] : [`tag ${tag}`])].join(' and ')

function* under({ inspection, origin }: InspectionRecord, floor: Floor, name: string): Generator<Refusal> {
  const { system, run_id, verdict, runtime_fidelity, task_effectiveness } = inspection
  const subject = `${system} (${run_id})`
  const breach = (what: string, is: string | number, asked: string | number): Refusal => ({
    status: 'under-gate',
    rule: 'floor',
    subject,
    origin,
    message: `${subject}: ${what} ${is} is under the floor of ${name}, which asks for ${asked}.`,
  })
  if (floor.verdict !== undefined && verdictRank[verdict] < verdictRank[floor.verdict])
    yield breach('verdict', verdict, floor.verdict)
  if (floor.runtimeFidelity !== undefined && runtime_fidelity < floor.runtimeFidelity)
    yield breach('runtime fidelity', runtime_fidelity, floor.runtimeFidelity)
  if (floor.taskEffectiveness !== undefined && task_effectiveness < floor.taskEffectiveness)
    yield breach('task effectiveness', task_effectiveness, floor.taskEffectiveness)
}
