export { TribunalReporter, TribunalReporter as default } from './tribunal-reporter.ts'
