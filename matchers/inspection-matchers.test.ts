import { expect, it } from 'vitest'
import { debate, failed, failure } from '../test/matchers/sample-runs.ts'

it('toPassInspection passes for a run that is sound', () => {
  expect(debate).toPassInspection()
})

it('toPassInspection tells verdict, scores and flags', () => {
  expect(failure(() => expect(failed).toPassInspection())).toMatchInlineSnapshot(`
    "expect(run).toPassInspection()

    Run failed of "worker-critic": verdict fail, fidelity 44, effectiveness 71.
    Flags:
      critical incomplete-run: The run failed, as the last line of its log says. (vm.log.md:9)
      critical missing-output: The output "verdict" of "critic" is missing. (bindings/critic/verdict.md)
      critical unhandled-error: "critic" failed with status, and no clause covers that. (vm.log.md:8)
      warning clause-violated: A clause of "critic" is broken (rule: present). (sources/critic.prose.md:16)
      info timing-unknown: The log states no end time with a zone. (vm.log.md:9)"
  `)
})

it('toPassInspection negated fails for a run that is sound', () => {
  expect(failed).not.toPassInspection()
  expect(failure(() => expect(debate).not.toPassInspection())).toMatchInlineSnapshot(`
    "expect(run).not.toPassInspection()

    Run debate of "proposer-adversary": verdict pass, fidelity 98, effectiveness 98.
    Flags:
      info timing-unknown: The log states no end time with a zone. (vm.log.md:8)"
  `)
})

it('toPassInspection refuses what cannot be inspected', () => {
  expect(failure(() => expect(42).toPassInspection())).toMatchInlineSnapshot(`
    "expect(received).toPassInspection()

    The received value must be a run, the path of a run directory, or an inspection.
    Received: 42"
  `)
})

it('toHaveFlag passes for a flag that is raised', () => {
  expect(failed).toHaveFlag('incomplete-run')
})

it('toHaveFlag lists the flags that are raised', () => {
  expect(failure(() => expect(failed).toHaveFlag('stale-binding'))).toMatchInlineSnapshot(`
    "expect(run).toHaveFlag('stale-binding')

    Run failed of "worker-critic" has no flag "stale-binding". Its flags: incomplete-run, missing-output, unhandled-error, clause-violated, timing-unknown."
  `)
})

it('toHaveFlag negated fails for a flag that is raised', () => {
  expect(debate).not.toHaveFlag('incomplete-run')
  expect(failure(() => expect(failed).not.toHaveFlag('incomplete-run'))).toMatchInlineSnapshot(`
    "expect(run).not.toHaveFlag('incomplete-run')

    Run failed of "worker-critic" has the flag "incomplete-run": The run failed, as the last line of its log says."
  `)
})

it('toHaveFlag refuses an id that no flag has, also negated', () => {
  expect(() => expect(failed).toHaveFlag('misisng-output')).toThrow('there is no flag "misisng-output"')
  expect(() => expect(failed).not.toHaveFlag('misisng-output')).toThrow('Flags: incomplete-run, missing-artifact')
})

it('toHaveFlag refuses what cannot be inspected, and an id that is none', () => {
  expect(failure(() => expect([]).toHaveFlag('incomplete-run'))).toMatchInlineSnapshot(`
    "expect(received).toHaveFlag()

    The received value must be a run, the path of a run directory, or an inspection.
    Received: Array []"
  `)
  expect(failure(() => expect(debate).toHaveFlag(''))).toMatchInlineSnapshot(
    `"toHaveFlag takes the id of a flag, not ""."`,
  )
})
