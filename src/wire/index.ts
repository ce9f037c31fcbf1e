export { anthropicMessages } from './anthropic-messages.ts'
export type {
  AnsweredReply,
  Cassette,
  CassetteBody,
  CassetteEvent,
  CassetteReply,
  CassetteRequest,
  FailedReply,
  Interaction,
} from './cassettes/cassette.ts'
export { readCassette } from './cassettes/read-cassette.ts'
export { type ScriptFromOptions, scriptFrom } from './cassettes/script-from.ts'
export type { WireOptions } from './exchange.ts'
export { lockNetwork, type NetworkLock } from './network-lock.ts'
export { openaiChat } from './openai-chat.ts'
export { openaiResponses } from './openai-responses.ts'
export type { AskedRequest, Route, Routes } from './routing.ts'
export { type ScriptedFetch, scriptedFetch } from './scripted-fetch.ts'
export { type ScriptedProvider, scriptedProvider } from './scripted-provider.ts'
export type { Chunks } from './sse-frames.ts'
export { type Trouble, WireFault, wireFault } from './wire-fault.ts'
export type {
  Finish,
  SseEvent,
  Utterance,
  WireBody,
  WireError,
  WireFormat,
  WireReply,
  WireRequest,
  WireToolCall,
} from './wire-format.ts'
export type { WireModel, WireSession } from './wire-session.ts'
export type { WireAttempt, WireCall, WireTrace } from './wire-trace.ts'
