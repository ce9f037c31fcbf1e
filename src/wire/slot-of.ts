import { TribunalError } from '../errors.ts'
import { withoutSecrets } from './cassettes/secret-patterns.ts'
import { type AskedRequest, type Routes, type RouteView, SLOT_HEADER, viewsOf } from './routing.ts'

/**
 * Which slot asks: the one that the header names, else the one whose route fits, or that the classifier names. Without routes: the
 * one whose name is the model's, or the only one of the script.
 *
 * @param keys - what the script has steps for
 * @returns the slot; or, where none or several fit, an `unrouted-request` that compares the request with each route
 */
export function slotOf(
  asked: AskedRequest,
  routes: Routes | undefined,
  keys: readonly string[],
): string | TribunalError {
  const told = asked.header(SLOT_HEADER)
  if (told) return told
  if (typeof routes === 'function') return named(routes(asked), asked)
  if (routes === undefined) {
    // A model that is no script, as laws give one, knows by itself which slots there are.
    if (keys.length === 0) return asked.model
    if (keys.includes(asked.model)) return asked.model
    if (keys.length === 1) return keys[0]!
    const views = keys.map((slot) => ({
      slot,
      fits: false,
      points: [{ fits: false, what: `model ${JSON.stringify(slot)}` }],
    }))
    return unrouted(asked, 'no slot has the name of its model', views)
  }
  const views = viewsOf(asked, routes)
  const fitting = views.filter(({ fits }) => fits)
  if (fitting.length === 1) return fitting[0]!.slot
  const why =
    fitting.length === 0
      ? 'no route fits'
      : `${fitting.length} routes fit: ${fitting.map(({ slot }) => slot).join(', ')}`
  return unrouted(asked, why, views)
}

// Helpers

/** A classifier is somebody else's code: an async one gives a promise, whatever the types say. */
function named(slot: unknown, asked: AskedRequest): string | TribunalError {
  if (typeof slot === 'string') return slot
  const why =
    slot === undefined || slot === null
      ? 'the classifier names no slot'
      : `the classifier gives ${slot instanceof Promise ? 'a promise' : `a value of type ${typeof slot}`} and not the name of a slot`
  return unrouted(asked, why, [])
}

function unrouted(asked: AskedRequest, why: string, views: readonly RouteView[]): TribunalError {
  const { format, model, system, brief, tools } = asked
  const request = [
    `  format  ${format}`,
    `  model   ${JSON.stringify(model)}`,
    `  system  ${excerpt(system)}`,
    `  brief   ${excerpt(brief)}`,
    `  tools   ${tools.length === 0 ? 'none' : excerpt(tools.join(', '))}`,
  ]
  const width = Math.max(0, ...views.map(({ slot }) => slot.length))
  const routes = views.map(
    ({ slot, points }) =>
      `  ${slot.padEnd(width)}  ${points.map(({ fits, what }) => `${fits ? '✓' : '✗'} ${what}`).join(' · ') || '✗ asks for nothing'}`,
  )
  return new TribunalError(
    'unrouted-request',
    // A message ends up in logs: what a request holds of secrets does not.
    withoutSecrets(
      [
        `It cannot be told which slot asks: ${why}.`,
        'The request:',
        ...request,
        ...(routes.length === 0 ? [] : ['The routes:', ...routes]),
        `Give each slot a route that fits its requests alone, or send the header "${SLOT_HEADER}".`,
      ].join('\n'),
    ),
    {
      details: {
        format,
        model: withoutSecrets(model),
        slots: views.filter(({ fits }) => fits).map(({ slot }) => slot),
      },
    },
  )
}

/** The beginning of a text on one line: enough to know it by. */
function excerpt(text: string): string {
  if (text === '') return 'none'
  // Before it is cut: half a secret does not look like one.
  const whole = withoutSecrets(text.slice(0, 2_000))
  const start = whole.slice(0, 120)
  const isCut = start.length < whole.length || text.length > 2_000
  return JSON.stringify(isCut ? `${start.replace(/[\ud800-\udbff]$/, '')}…` : start)
}
