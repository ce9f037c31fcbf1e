import { createRequire } from 'node:module'
import { expect } from 'vitest'
import type * as matchers from './index.ts'
import './vitest-types.ts'

type Matchers = typeof matchers
type Matcher = (this: unknown, ...args: unknown[]) => unknown

/** Every test file runs this setup, so it knows the matchers by name only. */
const NAMES: readonly (keyof Matchers)[] = [
  'toFinishWithin',
  'toHaveCalled',
  'toHaveFlag',
  'toHoldInvariants',
  'toKeepFirewalls',
  'toPassInspection',
  'toStayWithin',
]

// The inspector behind the matchers would cost half a suite of small files. A matcher is called without `await`, so what it needs is
// required when it is first used; Node can require modules as of 20.19. Our own sources, which Vite has to compile, come at once.
const sources = import.meta.url.endsWith('.ts') ? await import('./index.ts') : undefined

const lazy = (name: keyof Matchers): Matcher =>
  function (this: unknown, ...args) {
    const all = sources ?? (createRequire(import.meta.url)('./index.js') as Matchers)
    return (all[name] as unknown as Matcher).apply(this, args)
  }

expect.extend(Object.fromEntries(NAMES.map((name) => [name, lazy(name)])) as Parameters<typeof expect.extend>[0])
