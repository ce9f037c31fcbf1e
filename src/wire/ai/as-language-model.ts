import { connectionReset } from '../body-stream.ts'
import { givenUp } from '../given-up.ts'
import { type Heard, heardOf } from '../heard-of.ts'
import { parted } from '../parted.ts'
import { Passage, type PassageOptions } from '../passage.ts'
import type { WireRequest } from '../wire-format.ts'
import type { WireModel, WireSession } from '../wire-session.ts'
import type { CallOptions, GenerateResult, LanguageModelV3, StreamPart, StreamResult } from './ai-types.ts'
import { lateError, resetError, statusError, unreadableError } from './call-error.ts'
import { asFailed, partsOf, resultOf } from './model-parts.ts'
import { readCallOptions } from './read-call-options.ts'

/** How a language model tells slots apart. */
export interface LanguageModelOptions extends PassageOptions {
  /** Its name, `scripted` by default; without routes the slot of that name is asked. */
  readonly modelId?: string
}

/** A language model of the AI SDK that a script answers, with the session that it plays. */
export interface ScriptedLanguageModel extends LanguageModelV3 {
  readonly session: WireSession
  /**
   * A further model of the same session, for programs that give each of their roles one.
   *
   * @param modelId - its name; without routes, the slot that it is
   */
  languageModel(modelId: string): ScriptedLanguageModel
}

/**
 * A script as a language model of the AI SDK, 6 or 7, without HTTP: for `generateText`, `streamText`, agents and whatever else takes a
 * model. It needs `ai`.
 *
 * @param model - a script, or any model
 * @param options - its name, and what tells the slots apart
 *
 * @example
 * ```ts
 * import { generateText } from 'ai'
 * import { say, scripted } from 'vitest-tribunal'
 * import { asLanguageModel } from 'vitest-tribunal/wire/ai'
 *
 * const model = asLanguageModel(scripted({ worker: [say('11', { reasoning: 'Ten is even.' })] }))
 * const { text, reasoningText } = await generateText({ model, prompt: 'Name a prime.' })
 * console.log(text, reasoningText, model.session.trace.calls[0]?.request.brief) // 11 Ten is even. Name a prime.
 * ```
 */
export function asLanguageModel(model: WireModel, options: LanguageModelOptions = {}): ScriptedLanguageModel {
  const passage = new Passage(model, options)
  return modelOf(passage, options.modelId ?? 'scripted')
}

// Helpers

function modelOf(passage: Passage, modelId: string): ScriptedLanguageModel {
  return {
    specificationVersion: 'v3',
    provider: 'vitest-tribunal',
    modelId,
    // All of them: the SDK would download what it thinks that no model can.
    supportedUrls: { '*/*': [/^/] },
    session: passage.session,
    languageModel: (other) => modelOf(passage, other),
    doGenerate: async (options) => whole(await heard(passage, modelId, options, false), passage, options),
    doStream: async (options) => streamed(await heard(passage, modelId, options, true), passage, options),
  }
}

async function heard(passage: Passage, modelId: string, options: CallOptions, stream: boolean): Promise<Heard> {
  const { abortSignal: signal, headers = {} } = options
  signal?.throwIfAborted()
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  // A copy: what the trace keeps is frozen, and what the program handed over is its own.
  const sameness = JSON.stringify(readCallOptions(modelId, options, stream))
  const request = JSON.parse(sameness) as WireRequest
  const asked = { format: 'AI SDK', request, headers: new Headers(given), sameness, signal }
  const { said, id } = await passage.ask(asked).catch((error) => {
    throw passage.session.refuse(error)
  })
  signal?.throwIfAborted()
  return heardOf(said, request, id, true)
}

async function whole(heard: Heard, passage: Passage, options: CallOptions): Promise<GenerateResult> {
  if (heard.kind !== 'said') throw await failure(heard, passage, options)
  const { said, trouble, fault } = heard
  if (trouble?.kind === 'cut') throw trouble.end === 'reset' ? resetError(passage.waits, fault) : unreadableError()
  if (trouble?.kind === 'garbled' || trouble?.kind === 'shuffled') throw unreadableError()
  return resultOf(said)
}

async function streamed(heard: Heard, passage: Passage, options: CallOptions): Promise<StreamResult> {
  if (heard.kind !== 'said') throw await failure(heard, passage, options)
  const { before, broken, after } = parted(partsOf(heard.said), heard.trouble)
  const parts: StreamPart[] = [...before]
  if (broken === 'unreadable') parts.push({ type: 'error', error: unreadableError() }, ...after.map(asFailed))
  if (broken === 'error' && heard.trouble?.kind === 'error-event') {
    const { status } = heard.trouble
    const error = statusError({ status, message: `The provider broke off with ${status}.` }, passage.waits)
    parts.push({ type: 'error', error }, asFailed(partsOf(heard.said).at(-1)!))
  }
  return {
    stream: streamOf(
      parts,
      broken === 'reset' ? connectionReset('terminated', heard.fault) : undefined,
      options.abortSignal,
    ),
  }
}

/** What a call rejects with; what never comes is waited for as long as the program does. */
async function failure(
  heard: Exclude<Heard, { kind: 'said' }>,
  { waits }: Passage,
  { abortSignal }: CallOptions,
): Promise<unknown> {
  if (heard.kind === 'status') return statusError(heard.fault, waits)
  if (heard.kind === 'reset') return resetError(waits, heard.fault)
  return waits === 'none' ? lateError(waits, heard.fault) : givenUp(abortSignal)
}

/** Nothing is taken before it is wanted: an error would throw away what nobody has read yet. */
function streamOf(
  parts: readonly StreamPart[],
  error: Error | undefined,
  signal: AbortSignal | undefined,
): ReadableStream<StreamPart> {
  let next = 0
  const pull = (controller: ReadableStreamDefaultController<StreamPart>) => {
    if (signal?.aborted) return controller.error(signal.reason)
    const part = parts[next++]
    if (part !== undefined) controller.enqueue(part)
    else if (error) controller.error(error)
    else controller.close()
  }
  return new ReadableStream({ pull }, { highWaterMark: 0 })
}
