export { type AgentsModelOptions, asAgentsModel, type ScriptedAgentsModel } from './as-agents-model.ts'
