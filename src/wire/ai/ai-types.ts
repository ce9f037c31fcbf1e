import type { LanguageModel } from 'ai'

// The package that defines these is only a dependency of `ai`: a user need not have it at hand.

/** A model as version 6 of the AI SDK defines it; version 7 takes it as well. */
export type LanguageModelV3 = Extract<LanguageModel, { specificationVersion: 'v3' }>

/** What a model is asked. */
export type CallOptions = Parameters<LanguageModelV3['doGenerate']>[0]

/** What it answers as a whole. */
export type GenerateResult = Awaited<ReturnType<LanguageModelV3['doGenerate']>>

/** What it answers as a stream. */
export type StreamResult = Awaited<ReturnType<LanguageModelV3['doStream']>>

/** One part of a stream. */
export type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never
