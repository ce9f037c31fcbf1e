import { createHash } from 'node:crypto'
import { canonicalJson } from '../../json/canonical-json.ts'
import type { Json } from '../../json/json.ts'
import { SLOT_HEADER } from '../routing.ts'
import { toldHeaders } from '../told-headers.ts'
import type { CassetteBody, CassetteRequest } from './cassette.ts'
import { exactJson } from './exact-json.ts'
import { redactUrl } from './redact-url.ts'
import type { Redaction } from './redaction.ts'
import { PLACEHOLDERS } from './secret-patterns.ts'

/** A request as it comes from a program. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: Uint8Array
}

/** A request in the form in which it is kept and matched. */
export function recordedRequest({ method, url, headers, body }: SentRequest, redaction: Redaction): CassetteRequest {
  const kept = keptHeaders(headers, redaction)
  return {
    method: method.toUpperCase(),
    url: redactUrl(url, redaction),
    ...(kept && { headers: kept }),
    ...bodyOf(body, headers.get('content-type') ?? '', redaction),
  }
}

/** What tells whether two requests are the same: everything but their headers, which differ from client to client. */
export const sameness = ({ headers: _, ...rest }: CassetteRequest): string => canonicalJson(rest)

// Helpers

function keptHeaders(headers: Headers, redaction: Redaction): Record<string, string> | undefined {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(toldHeaders(headers) ?? {}))
    if (!CHANGING.test(name)) kept[name] = redaction.isNamed(name) ? PLACEHOLDERS.own : redaction.text(value)
  // It goes to no provider, but a script that is made of the recording can tell slots by it.
  const slot = headers.get(SLOT_HEADER)
  if (slot !== null) kept[SLOT_HEADER] = redaction.text(slot)
  return Object.keys(kept).length === 0 ? undefined : kept
}

/** Headers of transport, or that are another in every run. */
const CHANGING =
  /^(?:cache-control|content-encoding|dnt|keep-alive|origin|pragma|priority|referer|te|upgrade.*|via|x-request-id|x-correlation-id|x-forwarded-.*)$|organi[sz]ation|project|(?:^|-)org(?:-?id)?$/

function bodyOf(body: Uint8Array, type: string, redaction: Redaction): CassetteBody {
  if (body.length === 0) return {}
  const text = utf8(withoutBoundary(body, type))
  // Bytes cannot be read, and not searched for secrets: their hash is enough to tell them by.
  if (text === undefined) return { sha256: hash(withoutBoundary(body, type)), bytes: body.length }
  const json = exactJson(text)
  if (json !== undefined) return { json: redaction.json(withoutBytes(json)) }
  return { text: /urlencoded/i.test(type) ? redaction.parameters(text) : redaction.text(text) }
}

/** Pictures and files within a request are as little to be read as bytes: their hash takes their place. */
function withoutBytes(value: Json): Json {
  if (typeof value === 'string')
    return value.length >= 1_000 && BASE64.test(value)
      ? `[base64 of ${value.length} characters, sha256 ${hash(Buffer.from(value))}]`
      : value
  if (Array.isArray(value)) return value.map(withoutBytes)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutBytes(one)]))
}

const BASE64 = /^(?:data:[^,]{0,200},)?[A-Za-z0-9+/_-]{900,}={0,2}$/

/** A text, where the bytes are one. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** What stands between the parts of a form is made up anew for each request. */
function withoutBoundary(body: Uint8Array, type: string): Uint8Array {
  const boundary = /;\s{0,4}boundary="?([^";]{1,200})/i.exec(type)?.[1]
  if (boundary === undefined) return body
  return Buffer.from(Buffer.from(body).toString('latin1').replaceAll(boundary, 'boundary'), 'latin1')
}

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
