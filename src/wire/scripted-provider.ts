import { ModelFault, type ModelProvider } from '../providers/model.ts'
import { OpenSession, type WireModel, type WireSession } from './wire-session.ts'

/** A model provider that a script answers, with the session that it plays. */
export interface ScriptedProvider extends ModelProvider {
  readonly session: WireSession
}

/**
 * The door without a wire: a script as a model provider, whose calls are recorded as those that come in over HTTP. A composite that is
 * tried through it and through a client leaves the same trace.
 *
 * @param model - a script, or any model
 *
 * @example
 * ```ts
 * import { proposerAdversary, runComposite, scripted } from 'vitest-tribunal'
 * import { scriptedProvider } from 'vitest-tribunal/wire'
 *
 * const model = scriptedProvider(scripted({ proposer: ['9'], adversary: ['It is 3 × 3.'] }))
 * await runComposite(proposerAdversary, { input: { task_brief: 'Name a prime.' }, model })
 * console.log(model.session.trace.calls.map(({ slot }) => slot)) // [ 'proposer', 'adversary' ]
 * ```
 */
export function scriptedProvider(model: WireModel): ScriptedProvider {
  const session = new OpenSession(model)
  return {
    id: session.id,
    session,
    get misuse() {
      return session.misuse
    },
    async respond(request, context) {
      const said = await session.say(session.begin(request, JSON.stringify(request)), context)
      if (said instanceof ModelFault) throw said
      return said
    },
  }
}
