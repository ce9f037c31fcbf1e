import type { OutputReading } from '../../2-extract/material.ts'
import type { Flag } from '../../inspection.ts'
import type { Case } from '../case.ts'
import { atFile, atLog } from '../evidence.ts'
import { hasLog } from '../log-of.ts'
import { isThere } from '../service-states.ts'
import { substanceOf } from '../substance.ts'
import { flag } from './flag-table.ts'
import { isChanged } from './receipt-flags.ts'

/** Flags on what the run owes: absent, empty, hollow or stale outputs, and outputs that log and disk disagree on. */
export function* outputFlags(subject: Case): Generator<Flag> {
  const { material, excuses } = subject
  const returned = new Set(subject.returns.map(({ path }) => path))
  for (const { name, path, output, optional } of subject.returns)
    if (!excuses.outputs.has(path) && !(output ? isThere(output) : optional || material.exists(path)))
      yield flag(
        'root-output-missing',
        `What the run returns as "${name}" is not there.`,
        [atFile(path, 'absent or empty')],
        layerOf(output, subject),
      )
  yield* unmarkedFlags(subject)
  for (const state of subject.states) {
    const owed = state.outputs.filter((output) => output.isPublic && !excuses.outputs.has(output.path))
    // Nothing declares what the log alone names; that it is not there, the mark shows.
    for (const output of state.service.derived ? owed.filter(isThere) : owed)
      yield* contentFlags(output, returned.has(output.path), subject)
    const lost = owed.filter((output) => !isThere(output))
    if (state.status === 'completed' && lost.length > 0 && state.last)
      yield flag(
        'marked-without-output',
        `"${state.service.name}" is marked done, but ${lost.map(({ name }) => name).join(', ')} ${lost.length === 1 ? 'is' : 'are'} not there.`,
        [atLog(material, state.last), ...lost.map(({ path }) => atFile(path, 'absent or empty'))],
      )
    const found = owed.filter(isThere)
    if (state.done.length === 0 && state.failed.length === 0 && found.length > 0 && hasLog(material))
      yield flag(
        'output-without-mark',
        `"${state.service.name}" left ${found.map(({ name }) => name).join(', ')}, but the log does not mark it done.`,
        found.map(({ path, size }) => atFile(path, `${size} bytes`)),
      )
  }
}

// Helpers

/** Where each output is a statement's that the log marks, one that it does not name was left without a mark. */
function* unmarkedFlags({ material }: Case): Generator<Flag> {
  const { unclaimed, located } = material
  if (located.logMarksOutputs && unclaimed.length > 0 && hasLog(material))
    yield flag(
      'output-without-mark',
      `${unclaimed.length === 1 ? 'An output is' : `${unclaimed.length} outputs are`} there that the log marks neither done nor failed.`,
      unclaimed.map((path) => atFile(path, 'no mark in the log')),
    )
}

function* contentFlags(output: OutputReading, isReturned: boolean, subject: Case): Generator<Flag> {
  const what = `"${output.name}" of "${output.service.name}"`
  if (output.size === null) {
    yield flag(
      'missing-output',
      `The output ${what} is missing.`,
      [atFile(output.path, 'absent')],
      layerOf(output, subject),
    )
    return
  }
  if (!isThere(output)) {
    yield flag(
      'empty-output',
      `The output ${what} is empty.`,
      [atFile(output.path, `${output.size} bytes`)],
      layerOf(output, subject),
    )
    return
  }
  // Where there are receipts, they say it.
  if (output.copy === 'differs' && !(subject.material.ledger && isChanged(output)))
    yield flag(
      'stale-binding',
      `The output ${what} differs from ${output.workspace === null ? 'what its name says it is' : 'its workspace copy'}.`,
      [
        atFile(output.path, `${output.size} bytes`),
        ...(output.workspace === null ? [] : [atFile(output.workspace, 'differs')]),
      ],
    )
  const substance = substanceOf(output, subject)
  if (substance.kind === 'hollow')
    yield flag(isReturned ? 'root-output-placeholder' : 'placeholder-output', `The output ${what} ${substance.why}.`, [
      atFile(output.path, output.text!),
    ])
}

/** What lies in the workspace and was not copied is the machine's doing; what was never written, the program's. */
function layerOf(output: OutputReading | undefined, { material }: Case): Flag['layer'] {
  return output?.workspace && output.workspace !== output.path && material.exists(output.workspace)
    ? 'host-runtime'
    : 'prose'
}
