export { type ArbitrateOptions, arbitrate } from './arbitration/arbitrate.ts'
export type {
  ArbitrationRecord,
  ForgeOutcome,
  ForgePolicy,
  ForgeWhy,
  NoVote,
  RecordedCall,
  RecordedFault,
  RecordedReply,
  RecordedRequest,
  RecordedSample,
} from './arbitration/arbitration-record.ts'
export { checkArbitrationRecord, type RecordCheck } from './arbitration/check-record.ts'
export type { CallChecks, CheckVerdict, InputChecks } from './arbitration/checks.ts'
export type {
  Ambiguous,
  ArbitrationFailure,
  ArbitrationInput,
  ArbitrationResult,
  ArbitrationValue,
  Decided,
  Escalate,
  Surface,
} from './arbitration/contract.ts'
export { type ForgeConsensus, type ForgeConsensusOptions, forgeConsensus } from './arbitration/forge-consensus.ts'
export { type ForgeDecideOptions, type ForgeDecision, forgeDecide } from './arbitration/forge-decide.ts'
export type { CallOptions, Model } from './arbitration/models.ts'
export type { ArbitrationFinding } from './arbitration/record-finding.ts'
export {
  type AnyComposite,
  type Ask,
  type Call,
  type CallAll,
  type Composite,
  call,
  callAll,
  type Delegation,
  defineComposite,
  type Label,
  type Note,
  note,
  type Returned,
  type Slot,
  type Values,
} from './composites/composite.ts'
export type { CompositeDescription, SlotDescription } from './composites/describe.ts'
export { type OversightConfig, type OversightInput, oversight } from './composites/oversight.ts'
export { type ProposerAdversaryInput, proposerAdversary } from './composites/proposer-adversary.ts'
export type { PrivateChannel, Reply, ToolCall, Usage } from './composites/reply.ts'
export { withhold } from './composites/withhold.ts'
export { type WorkerCriticConfig, type WorkerCriticInput, workerCritic } from './composites/worker-critic.ts'
export { type DecisionReading, readDecision } from './decisions/read-decision.ts'
export { readVerdict, type VerdictReading } from './decisions/read-verdict.ts'
export type { DecisionReader, Readable, Reading } from './decisions/reading.ts'
export { TribunalError, type TribunalErrorCode } from './errors.ts'
export { memoryRegistry } from './inspect/1-index/memory-registry.ts'
export { openRegistry, type StoredRegistry } from './inspect/1-index/open-registry.ts'
export type { Registry, RegistryEntry } from './inspect/1-index/registry.ts'
export { canonicalInspection } from './inspect/canonical-inspection.ts'
export type { ErrorDetail, Extraction, ManifestSummary, StatusSource } from './inspect/extraction.ts'
export { type InspectOptions, type InspectResult, inspectRun } from './inspect/inspect-run.ts'
export type {
  Depth,
  EffectivenessPart,
  ErrorClass,
  ErrorReport,
  Evaluation,
  Evidence,
  FidelityPart,
  Flag,
  FlagId,
  Inspection,
  Observation,
  PartScore,
  ScoreReport,
  ServiceReport,
  Severity,
  Verdict,
} from './inspect/inspection.ts'
export { checkFirewalls, checkInvariants } from './invariants/check-run.ts'
export type { Breach, Invariant, Violation } from './invariants/invariant.ts'
export type { JudgedCall, RunScope } from './invariants/run-scope.ts'
export type { Json, JsonObject, JsonSchema } from './json/json.ts'
export type { Clock } from './providers/ask.ts'
export {
  type CallContext,
  type FaultKind,
  type FaultRecord,
  type Message,
  ModelFault,
  type ModelProvider,
  type ModelReply,
  type ModelRequest,
  type ModelSource,
  type Tool,
} from './providers/model.ts'
export { accept, decide, fault, reject, type SayOptions, type Step, say } from './providers/script-steps.ts'
export { type Script, type ScriptSession, scripted } from './providers/scripted.ts'
export type { Binding, Components } from './run/plan.ts'
export type { Budget } from './run/recorder.ts'
export { type RunOptions, runComposite, runCompositeSync } from './run/run-composite.ts'
export { directoryFiles } from './trace/directory-files.ts'
export { memoryFiles } from './trace/memory-files.ts'
export { renderRunFiles } from './trace/render-run-files.ts'
export type { CallRef, EventOf, Run, RunEvent, RunFailure, RunHeader, Scope } from './trace/run.ts'
export type { RunFile, RunFiles } from './trace/run-files.ts'
export { type SiblingRuns, siblingRuns } from './trace/sibling-runs.ts'
export { withArbitrations } from './trace/with-arbitrations.ts'
export { writeRunDirectory } from './trace/write-run-directory.ts'
