import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { strykerPlugins as ofVitest } from '@stryker-mutator/vitest-runner'

/**
 * Stryker's runner for Vitest, which loads everything anew for each mutant, with a first look at all of them at once
 * (test/mutation/all-mutants.js). What that look cannot tell is left to it: mutants of what is done while a module loads, and
 * those that leave something behind.
 */
class AllAtOnce {
  #create
  #inner
  #found
  #tests

  constructor(create) {
    this.#create = create
    this.#inner = create()
  }

  capabilities() {
    return this.#inner.capabilities()
  }

  async init() {
    await this.#inner.init()
  }

  async dispose() {
    await this.#inner.dispose()
  }

  async dryRun(options) {
    const result = await this.#inner.dryRun(options)
    if (result.status !== 'complete' || result.tests.some(({ status }) => status === 1)) return result
    rmSync(FOUND, { force: true })
    const tests = result.tests.map(({ id }) => id)
    writeFileSync(TESTS, JSON.stringify(tests))
    for (let round = 0; round < MOST_ROUNDS; round++) {
      await this.#round()
      if (!existsSync(FOUND) || isWhole(read(), tests)) break
    }
    return result
  }

  /** Tries what no earlier round has tried to its end. */
  async #round() {
    writeFileSync(TRYING, '')
    this.#inner.ctx.provide('allMutants', true)
    const stop = new AbortController()
    const stuck = await Promise.race([this.#inner.run().then(() => undefined), stuckMutant(stop.signal)])
    stop.abort()
    if (stuck) {
      // A worker that never comes back takes a minute to be ended: meanwhile another goes on.
      this.#inner.ctx.close().catch(() => undefined)
      this.#inner = this.#create()
      await this.#inner.init()
      const found = existsSync(FOUND) ? read() : { done: {}, met: {}, killed: {}, apart: {} }
      found.killed[stuck] = { by: 'a test', late: true, message: 'The test does not end.' }
      writeFileSync(FOUND, JSON.stringify({ ...found, spoilt: true }))
    }
    this.#inner.ctx.provide('allMutants', false)
  }

  /** The tests beside a module notice most that happens while it loads: all others are run only where they notice nothing. */
  async #loadedAnew(options) {
    const beside = options.sandboxFileName.replace(/\.ts$/, '.test.ts')
    const testFilter = this.#tests.filter((id) => beside.endsWith(id.split('#')[0]))
    const first = testFilter.length > 0 && (await this.#inner.mutantRun({ ...options, testFilter }))
    return first && first.status !== 'survived' ? first : this.#inner.mutantRun(options)
  }

  async mutantRun(options) {
    const { activeMutant, mutantActivation, testFilter = [] } = options
    this.#found ??= existsSync(FOUND) ? read() : { done: {}, met: {}, killed: {}, apart: {}, spoilt: true }
    this.#tests ??= JSON.parse(readFileSync(TESTS, 'utf8'))
    const { met, killed, apart } = this.#found
    const { by, late, message } = killed[activeMutant.id] ?? {}
    const nrOfTests = testFilter.length
    if (late) return { status: 'timeout', reason: message }
    if (by) {
      const test = this.#tests.find((id) => by.endsWith(id)) ?? by
      return { status: 'killed', killedBy: [test], failureMessage: message, nrOfTests }
    }
    if (mutantActivation === 'static') return this.#loadedAnew(options)
    const isKnown = met[activeMutant.id] && !apart[activeMutant.id] && isWhole(this.#found, this.#tests)
    return isKnown ? { status: 'survived', nrOfTests } : this.#inner.mutantRun(options)
  }
}

const [{ factory }] = ofVitest

const allAtOnce = (injector) => new AllAtOnce(() => factory(injector))
allAtOnce.inject = factory.inject

/** A plain object, as Stryker declares its plugins. */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'all-at-once', factory: allAtOnce }]

// Helpers

/** In the sandbox, which all workers share. */
const FOUND = 'all-mutants.json'
const TRYING = 'mutant-being-tried.txt'
const TESTS = 'all-tests.json'
const MOST_ROUNDS = 40
/** Hardly any does not end by itself or by its hits. One that never lets the event loop turn fills the memory within a minute or two. */
const STUCK_AFTER_MS = 20_000

/** The mutant that has been tried for so long that it will not end. */
async function stuckMutant(signal) {
  while (!signal.aborted) {
    await wait(1_000, undefined, { signal }).catch(() => undefined)
    const mutant = readFileSync(TRYING, 'utf8')
    if (mutant !== '' && Date.now() - statSync(TRYING).mtimeMs > STUCK_AFTER_MS) return mutant
  }
  return undefined
}

/** Whether each test has met its mutants: a round ends where a mutant has left something behind, and the next one goes on. */
const isWhole = ({ done, spoilt }, tests) => !spoilt && Object.keys(done).length >= tests.length

const read = () => JSON.parse(readFileSync(FOUND, 'utf8'))
