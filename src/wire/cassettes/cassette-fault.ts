import { isObject } from '../../json/json.ts'

/** What is wrong with a value that should be a recording, in words; undefined where nothing is. The schema says the same. */
export function cassetteFault(value: unknown): string | undefined {
  if (!isObject(value) || value.format !== 'tribunal-cassette') return 'it is no recording of Tribunal'
  const unknown = Object.keys(value).find((key) => !TOP.includes(key))
  if (unknown !== undefined) return `it has a field ${JSON.stringify(unknown.slice(0, 60))}`
  if (value.version !== 1) return 'its version is no whole number from 1'
  if (typeof value.test !== 'string' || !isHash(value.hash)) return 'it names no test, or has no hash'
  if (!Array.isArray(value.interactions)) return 'it has no list of interactions'
  const at = value.interactions.findIndex((one) => !isInteraction(one))
  return at === -1 ? undefined : `interaction ${at + 1} is no request with its reply`
}

// Helpers

const TOP = ['format', 'version', 'test', 'interactions', 'hash']

const isHash = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

const isText = (value: unknown): value is string => typeof value === 'string'

/** Names and values that may go over the wire. */
const isHeaders = (value: unknown): boolean =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, said]) =>
      /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && isText(said) && /^[\t\x20-\x7e\x80-\xff]*$/.test(said),
  )

const isWhole = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0

/** Whether an object has these members and no others; those with `?` may be absent. */
function has(value: unknown, members: { readonly [name: string]: (member: unknown) => boolean }): boolean {
  if (!isObject(value)) return false
  for (const key of Object.keys(value))
    if (!Object.hasOwn(members, key) && !Object.hasOwn(members, `${key}?`)) return false
  return Object.entries(members).every(([name, fits]) => {
    const key = name.replace(/\?$/, '')
    return Object.hasOwn(value, key) ? fits(value[key]) : name.endsWith('?')
  })
}

const isInteraction = (value: unknown): boolean => has(value, { request: isRequest, reply: isReply })

const isRequest = (value: unknown): boolean =>
  has(value, { method: isText, url: isUrl, 'headers?': isHeaders, ...BODY, 'sha256?': isHash, 'bytes?': isWhole }) &&
  contents(value, ['json', 'text', 'sha256']) <= 1 &&
  Object.hasOwn(value as object, 'sha256') === Object.hasOwn(value as object, 'bytes')

const isUrl = (value: unknown): boolean => isText(value) && URL.canParse(value)

const BODY = { 'json?': () => true, 'text?': isText }

const isReply = (value: unknown): boolean =>
  has(value, { failed: isText }) ||
  (has(value, {
    status: (status) => isWhole(status) && (status as number) >= 200 && (status as number) <= 599,
    headers: isHeaders,
    ...BODY,
    'base64?': isText,
    'events?': (events) => Array.isArray(events) && events.every(isEvent),
    'end?': (end) => end === 'reset' || end === 'aborted',
  }) &&
    contents(value, ['json', 'text', 'base64', 'events']) <= 1)

const isEvent = (value: unknown): boolean =>
  has(value, {
    'event?': isLine,
    'id?': isLine,
    'retry?': isWhole,
    'data?': (data) => isText(data) || (typeof data === 'object' && data !== null),
  })

/** What would not be the same again if it held the end of a line. */
const isLine = (value: unknown): boolean => isText(value) && !/[\r\n]/.test(value)

const contents = (value: unknown, kinds: readonly string[]): number =>
  kinds.filter((kind) => Object.hasOwn(value as object, kind)).length
