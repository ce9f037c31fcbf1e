import { readFileSync, writeFileSync } from 'node:fs'
import { VitestTestRunner } from 'vitest/runners'
import { getFn } from 'vitest/suite'

/**
 * Runs a test once for each mutant that it meets, without loading anything anew: a thousand times as fast as a run a mutant. It
 * does so when test/mutation/stryker-runner.js asks for it, and leaves what it found in a file. A mutant after which the test
 * fails without any has left something behind: it is set apart, to be tried in a run of its own, and the round is over.
 */
export default class AllMutants extends VitestTestRunner {
  async runTask(test) {
    const run = getFn(test)
    const began = performance.now()
    try {
      await run()
    } catch (error) {
      // Something was left behind by an earlier test's mutant, or the machine was too busy: the next round tries it again.
      found.spoilt = true
      throw error
    }
    const turns = TURNS + (10 * (performance.now() - began)) / TURN_MS
    if (!isAsked() || found.spoilt) return
    const { currentTestId: id, mutantCoverage } = ns
    if (found.done[test.id]) return
    ns.currentTestId = undefined
    for (const [mutant, hits] of Object.entries(mutantCoverage?.perTest?.[id] ?? {})) {
      found.met[mutant] = true
      if (found.killed[mutant] || found.apart[mutant]) continue
      writeFileSync(TRYING, mutant)
      const killed = await this.#tried(run, test, turns, {
        activeMutant: mutant,
        hitCount: 0,
        hitLimit: 100 * hits + 100,
      })
      if (!killed) continue
      if (await this.#tried(run, test, turns, NO_MUTANT)) {
        found.apart[mutant] = true
        found.spoilt = true
        break
      }
      found.killed[mutant] = { by: id, ...killed }
    }
    if (!found.spoilt) found.done[test.id] = true
    writeFileSync(TRYING, '')
    writeFileSync(FOUND, JSON.stringify(found))
    ns.currentTestId = id
  }

  /** How the test failed, if it did; one that waits for longer than some turns of the event loop waits in vain. */
  async #tried(run, test, turns, state) {
    // Else a second text in the place of an inline snapshot would be a mistake of the test.
    const snapshots = this.snapshotClient?.getSnapshotState?.(test.file.filepath)
    if (snapshots?._inlineSnapshotStacks) snapshots._inlineSnapshotStacks = []
    Object.assign(ns, state)
    try {
      await inTime(run(), turns)
      return undefined
    } catch (error) {
      return { late: error === LATE || ns.hitCount > ns.hitLimit, message: String(error?.message).slice(0, 200) }
    } finally {
      ns.activeMutant = undefined
    }
  }
}

// Helpers

/** What was found, and the mutant that is being tried: whoever waits for it sees by it that it does not end. */
const FOUND = 'all-mutants.json'
const TRYING = 'mutant-being-tried.txt'

const LATE = new Error('The test does not end.')
/** Turns, and no time: a machine that is busy elsewhere leaves them out. */
const TURN_MS = 100
const TURNS = 30

const NO_MUTANT = { activeMutant: undefined, hitCount: undefined, hitLimit: undefined }

// One for all files of a worker, as Stryker's own.
globalThis.__stryker__ ??= {}
globalThis.__all_mutants__ ??= { ...earlier(), spoilt: false }
const { __stryker__: ns, __all_mutants__: found } = globalThis

const isAsked = () => globalThis.__vitest_worker__?.providedContext?.allMutants === true

function earlier() {
  try {
    return JSON.parse(readFileSync(FOUND, 'utf8'))
  } catch {
    return { done: {}, met: {}, killed: {}, apart: {} }
  }
}

async function inTime(run, turns) {
  let timer
  let left = turns
  const late = new Promise((_, reject) => {
    timer = setInterval(() => --left < 0 && reject(LATE), TURN_MS)
  })
  try {
    await Promise.race([run, late])
  } finally {
    clearInterval(timer)
  }
}
