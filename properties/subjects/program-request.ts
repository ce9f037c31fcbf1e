import { TribunalError } from '../../src/errors.ts'
import { frozenJson } from '../../src/json/deep-freeze.ts'
import { isObject } from '../../src/json/json.ts'
import type { ModelRequest } from '../../src/providers/model.ts'

/**
 * A copy of what a program asks, for the slot that it goes to: what the program does with it afterwards changes nothing.
 *
 * @throws TribunalError `invalid-input` when it is no request, or its route does not say whom it is for
 */
export function programRequest(
  given: ModelRequest,
  route: (request: ModelRequest) => string,
  isSlot: (slot: string) => boolean,
  known: readonly string[],
): ModelRequest {
  if (!isObject(given)) throw misuse(`a request that is ${given === null ? 'null' : `a ${typeof given}`}`)
  const slot = routed(given as unknown as ModelRequest, route)
  if (typeof slot !== 'string' || !isSlot(slot))
    throw new TribunalError(
      'invalid-input',
      `The program asks slot "${slot}", which is not declared (${known.map((name) => `"${name}"`).join(', ')}). Declare it in "slots", or give a "route" that names one of them.`,
    )
  const { component = slot, brief = '' } = given as unknown as Partial<ModelRequest>
  if (typeof brief !== 'string') throw misuse(`"${slot}" with a brief that is ${kindOf(brief)}`)
  const request = frozenJson({ ...given, slot, component, brief })
  if (request === undefined) throw misuse(`"${slot}" with a request that is no JSON: a cycle, or a BigInt`)
  return request as unknown as ModelRequest
}

// Helpers

function routed(given: ModelRequest, route: (request: ModelRequest) => string): unknown {
  try {
    return route(given)
  } catch (error) {
    const words = error instanceof Error ? `${error.name}: ${error.message}` : 'a value that is no error'
    throw new TribunalError('invalid-input', `"route" threw ${words}. It has to name a slot for every request.`)
  }
}

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`

const misuse = (what: string) =>
  new TribunalError('invalid-input', `The program asks ${what}. Give the model a request with a text as its brief.`)
