import { isObject } from '../../src/json/json.ts'
import { parseJson } from '../../src/json/parse-json.ts'
import { type FaultKind, ModelFault, type ModelReply } from '../../src/providers/model.ts'
import type { Script } from '../../src/providers/scripted.ts'
import { settleReply } from '../../src/providers/settle-reply.ts'
import type { ConfigShape, Shape, Speaker } from './shape.ts'
import { PLAIN, type Sketch, type Step, withTraits } from './sketch.ts'

/**
 * The sketch of a try that goes as a script does: what each slot decides, how it puts it, what is private in it, where it says nothing,
 * calls tools or fails. The words are the table's, since laws tell by the words where something came from.
 *
 * @param script - of a conversation, as it really took place
 * @param faults - whether calls may fail; where they may not, those that do are left out, as if they had been tried again
 */
export function sketchOf({ steps }: Script, { inputs, config, speakers }: Shape, faults: boolean): Sketch {
  const listOf = ({ path }: Speaker) => {
    const slot = path.slice(path.lastIndexOf('/') + 1)
    const key = [path, slot].find((one) => Object.hasOwn(steps, one))
    return key === undefined ? [] : steps[key]!
  }
  return {
    inputs: inputs.map(() => 0),
    config: config.map(largest),
    steps: speakers.map((speaker) =>
      listOf(speaker)
        .filter((step) => faults || !(step instanceof ModelFault))
        .map((step) => {
          if (step instanceof ModelFault) return withTraits(PLAIN, { fault: FAULTS.indexOf(step.kind) + 1 })
          // What a function would say depends on what it is asked.
          return typeof step === 'function' ? PLAIN : stepOf(typeof step === 'string' ? { text: step } : step, speaker)
        }),
    ),
    tail: 0,
    pick: 0,
  }
}

// Helpers

/** In the order of the trait. */
const FAULTS: readonly FaultKind[] = ['timeout', 'transport', 'status', 'malformed', 'empty', 'refusal', 'truncated']

/** As long as may be: a conversation is not to be cut off by a limit that was tried for its smallness. */
function largest({ values }: ConfigShape): number {
  const numbers = values.map((value) => (typeof value === 'number' ? value : Number.NEGATIVE_INFINITY))
  return Math.max(0, numbers.indexOf(Math.max(...numbers)))
}

function stepOf(given: ModelReply, speaker: Speaker): Step {
  const reply = settleReply(given)
  const { text, data, toolCalls, usage, private: { reasoning, selfAssessment } = {} } = reply
  return withTraits(PLAIN, {
    ...(speaker.decision ? decided(reply, speaker, speaker.decision) : {}),
    ...(speaker.says && !speaker.decision ? { decision: place(speaker.says, (begin) => text.startsWith(begin)) } : {}),
    hidden: reasoning && selfAssessment ? 4 : reasoning ? 1 : selfAssessment ? 2 : 0,
    blank: text === '' && data === undefined ? 1 : 0,
    extra: toolCalls ? 2 : usage ? 1 : 0,
  })
}

function decided(
  reply: ModelReply,
  { decides }: Speaker,
  { field, values }: NonNullable<Speaker['decision']>,
): { readonly decision: number; readonly form: number } {
  const json = parseJson(reply.text)
  const structure = [reply.data, json.ok ? json.value : undefined].find((one) => isObject(one)) as
    | { readonly [field: string]: unknown }
    | undefined
  const reading = decides?.(reply) as { readonly [field: string]: unknown } | undefined
  const value = reading === undefined ? structure?.[field] : reading.readable === false ? undefined : reading[field]
  const inWords = reading?.via === 'label' ? 3 : 4
  const form = reply.data !== undefined ? 0 : json.ok ? 1 : reply.text.includes('{') ? 2 : inWords
  return { decision: place(values, (one) => one === value), form }
}

/** Which one it is; past the last, none of them. */
function place<T>(list: readonly T[], is: (one: T) => boolean): number {
  const found = list.findIndex(is)
  return found === -1 ? list.length : found
}
