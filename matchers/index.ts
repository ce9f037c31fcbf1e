import './vitest-types.ts'

export { toFinishWithin } from './to-finish-within.ts'
export { toHaveCalled } from './to-have-called.ts'
export { toHaveFlag } from './to-have-flag.ts'
export { toHoldInvariants } from './to-hold-invariants.ts'
export { toKeepFirewalls } from './to-keep-firewalls.ts'
export { toPassInspection } from './to-pass-inspection.ts'
export type { TribunalMatchers } from './vitest-types.ts'
