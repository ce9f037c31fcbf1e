import type { Message } from '../providers/model.ts'
import { isCredential } from './told-headers.ts'

/** The header in which a program may say which slot asks; it reaches no model. */
export const SLOT_HEADER = 'x-tribunal-slot'

/** A request as routes look at it. */
export interface AskedRequest {
  /** The wire format's name. */
  readonly format: string
  readonly model: string
  /** Standing instructions; empty where there are none. */
  readonly system: string
  /** What the last turn says. */
  readonly brief: string
  readonly turns: readonly Message[]
  /** Names of the tools on offer. */
  readonly tools: readonly string[]
  /** A header by its name, or null. */
  header(name: string): string | null
}

/** What tells a slot's requests from all others; all that is given must fit. */
export interface Route {
  /** The model's name, or an expression that it matches. */
  readonly model?: string | RegExp
  /** A text that the standing instructions contain, or an expression that they match. */
  readonly system?: string | RegExp
  /** A text that the last turn contains, or an expression that it matches. */
  readonly brief?: string | RegExp
  /** Tools that are on offer, all of them. */
  readonly tools?: readonly string[]
  /** A header and its value. */
  readonly header?: readonly [name: string, value: string]
  /** Anything else. */
  readonly when?: (asked: AskedRequest) => boolean
}

/**
 * Slot → what tells its requests; or a function that names the slot, undefined for none. A request that names its slot in
 * the header `x-tribunal-slot` needs neither.
 */
export type Routes = { readonly [slot: string]: Route } | ((asked: AskedRequest) => string | undefined)

/** How one route looks at a request. */
export interface RouteView {
  readonly slot: string
  readonly fits: boolean
  /** Each thing that the route asks for, in words. */
  readonly points: readonly { readonly fits: boolean; readonly what: string }[]
}

/** Looks at a request with each route. */
export function viewsOf(asked: AskedRequest, routes: { readonly [slot: string]: Route }): readonly RouteView[] {
  return Object.entries(routes).map(([slot, route]) => {
    const points = [...pointsOf(asked, route)]
    // A route that asks for nothing tells nothing apart.
    return { slot, points, fits: points.length > 0 && points.every(({ fits }) => fits) }
  })
}

// Helpers

function* pointsOf(
  asked: AskedRequest,
  { model, system, brief, tools, header, when }: Route,
): Generator<RouteView['points'][number]> {
  if (model !== undefined)
    yield {
      fits: typeof model === 'string' ? asked.model === model : matches(asked.model, model),
      what: `model ${shown(model)}`,
    }
  if (system !== undefined) yield { fits: matches(asked.system, system), what: `system with ${shown(system)}` }
  if (brief !== undefined) yield { fits: matches(asked.brief, brief), what: `brief with ${shown(brief)}` }
  if (tools !== undefined)
    yield { fits: tools.every((tool) => asked.tools.includes(tool)), what: `tools ${tools.map(shown).join(', ')}` }
  if (header !== undefined)
    yield {
      fits: asked.header(header[0]) === header[1],
      what: `header ${header[0]}${isCredential(header[0]) ? '' : `: ${shown(header[1])}`}`,
    }
  // The promise of an async one would fit whatever it turns out to be.
  if (when !== undefined) yield { fits: when(asked) === true, what: 'a condition of its own' }
}

/** `search` begins at the front whatever an expression with the flag g has seen before. */
const matches = (text: string, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? text.includes(wanted) : text.search(wanted) !== -1

const shown = (wanted: string | RegExp): string =>
  typeof wanted === 'string' ? JSON.stringify(wanted) : String(wanted)
