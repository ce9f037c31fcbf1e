import { openRegistry } from '../inspect/1-index/open-registry.ts'
import type { Registry } from '../inspect/1-index/registry.ts'
import type { Answer, Question } from './inspector-processes.ts'
import { inspectDirectory } from './outcome.ts'

// A process of its own for `tribunal inspect --concurrency`: answers questions until nobody asks any more.

let opened: Registry | undefined
const registryIn = (path: string): Registry | undefined => {
  try {
    opened ??= openRegistry(path)
  } catch {
    // The process that asks has said already what is wrong with it.
  }
  return opened
}

process.on('message', ({ path, depth, partial, registry, runs, at }: Question) => {
  const shared = registry === null ? undefined : registryIn(registry)
  let record: Answer['record'] = null
  // Reads what is on record and leaves the writing to the process that knows the order.
  const reader: Registry | undefined = shared && {
    ...shared,
    record: (entry, report) => {
      record = { entry, report }
    },
  }
  const outcome = inspectDirectory(path, { depth, partial, registry: reader, runs, at })
  process.send?.({ outcome, record } satisfies Answer)
})
