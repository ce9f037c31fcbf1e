import { createRequire } from 'node:module'
import { expect } from 'vitest'
import type * as matchers from './index.ts'
import './vitest-types.ts'

type Matchers = typeof matchers
type Matcher = (this: unknown, ...args: unknown[]) => unknown

/**
 * The names of all matchers. Every test file runs this setup, and the inspector behind the matchers is large: it is loaded when the
 * first of them is used. Node can `require` a module as of 20.19; only our own sources, which Vite has to compile, come at once.
 */
const NAMES: readonly (keyof Matchers)[] = [
  'toFinishWithin',
  'toHaveCalled',
  'toHaveFlag',
  'toHoldInvariants',
  'toKeepFirewalls',
  'toPassInspection',
  'toStayWithin',
]

let loaded: Matchers | undefined = import.meta.url.endsWith('.ts') ? await import('./index.ts') : undefined

const load = (): Matchers => {
  loaded ??= createRequire(import.meta.url)('./index.js') as Matchers
  return loaded
}

expect.extend(
  Object.fromEntries(
    NAMES.map((name) => [
      name,
      function (this: unknown, ...args: unknown[]) {
        return (load()[name] as unknown as Matcher).apply(this, args)
      },
    ]),
  ) as unknown as Parameters<typeof expect.extend>[0],
)
