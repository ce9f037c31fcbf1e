import type { CallContext, ModelProvider, ModelReply, ModelRequest, ModelSource } from '../../src/providers/model.ts'

/**
 * A model whose calls are answered in a given order, whatever order they are made in: for tests of calls that go out side by side.
 *
 * @param model - what answers
 * @param order - numbers of calls, the first call is 1; a call that is not listed is answered at once
 *
 * @example
 * ```ts
 * import { oversight, runComposite, scripted } from 'vitest-tribunal'
 * import { answeringInOrder } from 'vitest-tribunal/properties'
 *
 * const script = scripted({ actor: ['Done.'], observer: ['It is.'], arbiter: ['abort'] })
 * const model = answeringInOrder(script, [1, 2, 3])
 * console.log((await runComposite(oversight, { input: { task_brief: 'Free some space.' }, model })).status) // completed
 * ```
 */
export function answeringInOrder(model: ModelProvider | ModelSource, order: readonly number[]): ModelProvider {
  const provider = 'open' in model ? model.open() : model
  const answered = order.map(() => withResolver())
  let made = 0
  return {
    id: provider.id,
    async respond(request: ModelRequest, context: CallContext): Promise<ModelReply> {
      const at = order.indexOf(++made)
      try {
        const reply = await provider.respond(request, context)
        if (at > 0) await answered[at - 1]!.promise
        return reply
      } finally {
        answered[at]?.resolve()
      }
    },
  }
}

// Helpers

function withResolver(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}
