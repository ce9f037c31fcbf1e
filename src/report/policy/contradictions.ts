import { canonicalJson } from '../../json/canonical-json.ts'
import type { TribunalDocument } from '../document.ts'
import { gate, type Refusal } from '../gate.ts'
import type { InspectionRecord, Origin } from '../records.ts'

/**
 * Says where a document is not what a run of the tests can have written: it says one thing twice, and differently. A document that was
 * edited by hand, or put together from two, shows here; it cannot be judged.
 *
 * @param document - as it was read
 */
export function* contradictions(document: TribunalDocument): Generator<Refusal> {
  for (const record of document.inspections) {
    const field = differing(record)
    const { system, run_id } = record.inspection
    if (field !== undefined) yield refusal(`${system} (${run_id})`, record.origin, `its ${field} in the report`)
  }
  const counted = new Map<string, number>()
  const { inspections, uninspectable, laws, arbitrations } = document
  for (const { origin } of [...inspections, ...uninspectable, ...laws, ...arbitrations])
    if (origin !== null)
      counted.set(
        keyOf(origin.project ?? '', origin.file),
        (counted.get(keyOf(origin.project ?? '', origin.file)) ?? 0) + 1,
      )
  for (const { project, file, checks } of document.files) {
    const found = counted.get(keyOf(project, file)) ?? 0
    if (found !== checks)
      yield refusal(
        file,
        { file, test: '', ...(project !== '' && { project }) },
        `${found} records of it`,
        `${checks} checks`,
      )
  }
  // Rules may change between the run and now, so only what was red and would be green by itself is held against the document.
  const { exit_code, level, refusals } = document.gate
  if (exit_code !== 0 && gate(document, level).exitCode === 0)
    yield refusal('the gate', null, `it was refused for ${refusals.length} reasons`, 'its records give none')
}

// Helpers

const SAME = ['verdict', 'runtime_fidelity', 'task_effectiveness', 'flags', 'services'] as const

function differing({ inspection, evaluation }: InspectionRecord): string | undefined {
  return SAME.find((field) => {
    const own =
      field === 'runtime_fidelity' || field === 'task_effectiveness' ? evaluation[field].score : evaluation[field]
    return canonicalJson(inspection[field]) !== canonicalJson(own)
  })
}

const keyOf = (project: string, file: string): string => JSON.stringify([project, file])

const refusal = (
  subject: string,
  origin: Origin | null,
  one: string,
  other = 'the one in its evaluation',
): Refusal => ({
  status: 'cannot-inspect',
  rule: 'contradiction',
  subject,
  origin,
  message: `${subject}: the document contradicts itself: ${one}, and ${other}. Run the tests anew.`,
})
