import { expect, it } from 'vitest'
import { type Invariant, oversight, runCompositeSync, scripted } from '../src/index.ts'
import { accepted, debate, failed, failure, leak } from '../test/matchers/sample-runs.ts'

it('toKeepFirewalls passes for a run that keeps them', () => {
  expect(debate).toKeepFirewalls()
})

it('toKeepFirewalls shows the brief that leaks', () => {
  expect(failure(() => expect(leak).toKeepFirewalls())).toMatchInlineSnapshot(`
    "expect(run).toKeepFirewalls()

    "leaky" breaks its information firewall:
      private-unrouted: the request of "adversary" holds private text
        at event 3, call 1 of "adversary", whose brief is:
          | Find what is wrong with this proposal: its flaws, the edge cases it misses, counterexamples to what it claims.
          | 
          | Task:
          | Name a prime.
          | 
          | Proposal:
          | 9 Nobody is going to check."
  `)
})

it('toKeepFirewalls negated fails for a run that keeps them', () => {
  expect(leak).not.toKeepFirewalls()
  expect(failure(() => expect(debate).not.toKeepFirewalls())).toMatchInlineSnapshot(`
    "expect(run).not.toKeepFirewalls()

    Every slot of "proposer-adversary" was told what it may know, and all that it must."
  `)
})

it('toKeepFirewalls refuses what is no run', () => {
  expect(failure(() => expect({ events: [] }).toKeepFirewalls())).toMatchInlineSnapshot(`
    "expect(received).toKeepFirewalls()

    The received value must be a run, as runComposite or the trial fixture gives.
    Received: Object {
      "events": Array [],
    }"
  `)
})

it('toHoldInvariants passes for a run that keeps its laws', () => {
  expect(debate).toHoldInvariants()
  expect(accepted).toHoldInvariants()
})

it('toHoldInvariants names the law and the event', () => {
  expect(failure(() => expect(leak).toHoldInvariants())).toMatchInlineSnapshot(`
    "expect(run).toHoldInvariants()

    "leaky" breaks its laws:
      both-sides-untouched: the result is not the proposal and the attack as they came
        at event 5 (run-completed)"
  `)
})

it('toHoldInvariants checks laws of the caller', () => {
  const silent: Invariant = {
    name: 'nobody-speaks',
    statement: 'Nothing is called.',
    source: 'this test',
    *check({ calls }) {
      for (const { index } of calls) yield { event: index, message: 'something is called' }
    },
  }
  expect(failure(() => expect(debate).toHoldInvariants(silent))).toContain('nobody-speaks: something is called')
})

it('toHoldInvariants negated fails for a run that keeps its laws', () => {
  expect(leak).not.toHoldInvariants()
  expect(failure(() => expect(debate).not.toHoldInvariants())).toMatchInlineSnapshot(`
    "expect(run).not.toHoldInvariants()

    "proposer-adversary" keeps all of its laws."
  `)
})

it('toHoldInvariants refuses what is no run', () => {
  expect(failure(() => expect('a string').toHoldInvariants())).toMatchInlineSnapshot(`
    "expect(received).toHoldInvariants()

    The received value must be a run, as runComposite or the trial fixture gives.
    Received: "a string""
  `)
})

it('toFinishWithin passes for a run of as many rounds or fewer', () => {
  expect(accepted).toFinishWithin(1)
  expect(accepted).toFinishWithin(2)
})

it('toFinishWithin fails for a run of more rounds, or one that failed', () => {
  const long = runCompositeSync(oversight, {
    id: 'long',
    input: { task_brief: 'Tidy up.' },
    config: { max_cycles: 2 },
    model: scripted({ actor: ['a', 'b'], observer: ['c', 'd'], arbiter: ['continue', 'continue'] }),
  })
  expect(failure(() => expect(long).toFinishWithin(1))).toMatchInlineSnapshot(`
    "expect(run).toFinishWithin(1)

    Expected "oversight" to complete within 1 round.
    It completed after 2: "actor" was asked 2 times."
  `)
  expect(failure(() => expect(failed).toFinishWithin(3))).toMatchInlineSnapshot(`
    "expect(run).toFinishWithin(3)

    Expected "worker-critic" to complete within 3 rounds.
    It failed (Slot "critic" failed in its call 1: The provider answered 429.) after 1: "worker" was asked 1 time."
  `)
})

it('toFinishWithin negated fails for a run of as many rounds', () => {
  expect(failed).not.toFinishWithin(3)
  expect(failure(() => expect(accepted).not.toFinishWithin(1))).toMatchInlineSnapshot(`
    "expect(run).not.toFinishWithin(1)

    Expected "worker-critic" not to complete within 1 round.
    It completed after 1: "worker" was asked 1 time."
  `)
})

it('toFinishWithin refuses what is no run, and rounds that are none', () => {
  expect(failure(() => expect(null).toFinishWithin(1))).toMatchInlineSnapshot(`
    "expect(received).toFinishWithin()

    The received value must be a run, as runComposite or the trial fixture gives.
    Received: null"
  `)
  expect(failure(() => expect(accepted).toFinishWithin(0))).toMatchInlineSnapshot(
    `"toFinishWithin takes a whole number of rounds from 1 up, not 0."`,
  )
})

it('toHaveCalled passes for the same slots in the same order', () => {
  expect(debate).toHaveCalled(['proposer', 'adversary'])
})

it('toHaveCalled shows both orders', () => {
  expect(failure(() => expect(debate).toHaveCalled(['adversary', 'proposer']))).toMatchInlineSnapshot(`
    "expect(run).toHaveCalled(slots)

    Expected "proposer-adversary" to call: adversary → proposer
    It called: proposer → adversary"
  `)
})

it('toHaveCalled negated fails for the same slots', () => {
  expect(debate).not.toHaveCalled(['proposer'])
  expect(failure(() => expect(debate).not.toHaveCalled(['proposer', 'adversary']))).toMatchInlineSnapshot(`
    "expect(run).not.toHaveCalled(slots)

    Expected "proposer-adversary" not to call: proposer → adversary
    It called: proposer → adversary"
  `)
})

it('toHaveCalled refuses what is no run, and slots that are no list', () => {
  expect(failure(() => expect(undefined).toHaveCalled([]))).toMatchInlineSnapshot(`
    "expect(received).toHaveCalled()

    The received value must be a run, as runComposite or the trial fixture gives.
    Received: undefined"
  `)
  expect(failure(() => expect(debate).toHaveCalled('proposer' as never))).toMatchInlineSnapshot(
    `"toHaveCalled takes a list of slot names, not "proposer"."`,
  )
})

it('stands for a value inside another', () => {
  expect({ run: debate }).toEqual({ run: expect.toKeepFirewalls() })
  expect({ run: leak }).toEqual({ run: expect.not.toKeepFirewalls() })
})
