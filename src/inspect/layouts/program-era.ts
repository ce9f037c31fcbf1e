import { decodeText } from '../dialects/text-lines.ts'
import { readProgram, statementOf } from '../manifests/read-program.ts'
import { NO_WIRING } from '../manifests/wiring.ts'
import type { Layout } from './layout.ts'

/**
 * `state.md`, `program.prose`, with a binding for each name in `bindings/`. Such a program is often kept only in part; names that
 * the log marks and the program does not show are looked for as well, but their marks count for nothing.
 */
export const programEra: Layout = {
  id: 'program-era',
  recognise: (files) => files.stat('program.prose') !== undefined,
  fallsBack: (files) =>
    files.stat('state.md')?.kind === 'file' && NAMES_PROGRAM.test(decodeText(files.read('state.md', LOG_START))),
  locate: () => ({
    log: 'state.md',
    root: 'program.prose',
    manifest: null,
    logNamesRoot: false,
    logMarksOutputs: true,
  }),
  wire: ({ rootText, marks }) => {
    const program = readProgram(rootText ?? '')
    const known = new Set([...program.services, ...program.inputs].map(({ name }) => name))
    const log = marks()
    const marked = (log?.events ?? []).filter(
      ({ kind, tag, name }) => kind === 'completed' && tag === '' && /^[\w.-]{1,200}$/u.test(name),
    )
    const extra = [...new Set(marked.map(({ name }) => name))].filter((name) => !known.has(name))
    return {
      ...NO_WIRING,
      system: log?.header?.system ?? '',
      ...program,
      services: [...program.services, ...extra.map((name) => statementOf(name, true))],
      gaps:
        extra.length === 0
          ? []
          : [
              `the program does not show ${extra.join(', ').slice(0, 300)}: that they were to be done is taken from the log`,
            ],
    }
  },
}

// Helpers

/** A log names its program in its first lines. */
const LOG_START = 4_096
const NAMES_PROGRAM = /^(?:# run:\S+[ \t]+\S+\.prose|program:[ \t]*\S+\.prose)[ \t]*$/mu
