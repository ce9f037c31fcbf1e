export { type Arbiter, type ConsensusOptions, type DecideOptions, ourArbiter } from './arbiter.ts'
export { arbitrationInputs } from './arbitration-inputs.ts'
export { type ArbitrationLaw, arbitrationLaws } from './arbitration-laws.ts'
export {
  type ArbitrationReply,
  arbitrationReply,
  type ReplyMeaning,
  type ReplySeed,
  replySeeds,
} from './arbitration-replies.ts'
export type { ArbitrationTry } from './arbitration-tries.ts'
export type { CheckOptions, Task } from './check/check-with-examples.ts'
export type { LawReport, MutantResult } from './check/law-report.ts'
export { assertComposite, type CheckCompositeOptions, type CompositeLaw, checkComposite } from './check-composite.ts'
export { assertProgram, type CheckProgramOptions, checkProgram, type ProgramLaw } from './check-program.ts'
export { bounds, type Limits } from './laws/bounds.ts'
export { determinacy } from './laws/determinacy.ts'
export { noninterference } from './laws/noninterference.ts'
export { presence } from './laws/presence.ts'
export { taint } from './laws/taint.ts'
export type { WitnessedViolation } from './laws/witnessed.ts'
export { type RunProgramOptions, runProgram } from './run-program.ts'
export type { CompositeOptions } from './subjects/composite-subject.ts'
export type { ProgramFirewall, ProgramSlot } from './subjects/program-options.ts'
export type { ProgramOptions } from './subjects/program-subject.ts'
