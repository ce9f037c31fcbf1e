export { asLanguageModel, type LanguageModelOptions, type ScriptedLanguageModel } from './as-language-model.ts'
