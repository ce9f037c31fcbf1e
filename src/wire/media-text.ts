import { createHash } from 'node:crypto'

/** Where the bytes of an image, a sound or a file are: in the request, at an address, or with the provider. */
export interface MediaSource {
  readonly base64?: string | undefined
  readonly mediaType?: string | undefined
  /** An address, or a `data:` URL. */
  readonly url?: string | undefined
  /** The id of a file that the provider keeps. */
  readonly fileId?: string | undefined
  /** What the program calls it, which the model reads as well. */
  readonly name?: string | undefined
}

/**
 * What stands for an image, a sound or a file in a decoded request. Bytes become their hash, so that equal ones are
 * equal in every format and none of them are kept; the words of a text stay words, and an address stays as it is, since the model reads them.
 */
export function mediaText(kind: Kind, { base64, mediaType, url, fileId, name }: MediaSource): string {
  const called = name === undefined || name === '' ? kind : `${kind} ${JSON.stringify(name)}`
  if (base64 !== undefined) return bytesText(called, mediaType, Buffer.from(base64, 'base64'))
  if (url?.startsWith('data:')) return dataText(called, url)
  return `[${called} ${url ?? fileId ?? 'without a source'}]`
}

/** The data of a file, which some programs send as a `data:` URL and some as it is. */
export const fileData = (data: unknown): Pick<MediaSource, 'base64' | 'url'> =>
  typeof data !== 'string' ? {} : data.startsWith('data:') ? { url: data } : { base64: data }

/** A part of a request that no format has words for: as JSON, with the hashes of the bytes that it holds. */
export const partJson = (part: unknown): string =>
  JSON.stringify(part, (_, value) => {
    if (typeof value !== 'string' || value.length < 64) return value
    if (/^data:[^,]{0,200};base64,/.test(value)) return dataText('data', value)
    return BASE64.test(value) ? bytesText('data', undefined, Buffer.from(value, 'base64')) : value
  })

// Helpers

type Kind = 'image' | 'audio' | 'file'

/** Nobody writes so many letters without a space. */
const BASE64 = /^[A-Za-z0-9+/_-]{900,}={0,2}$/

function dataText(called: string, url: string): string {
  const comma = url.indexOf(',')
  const head = url.slice('data:'.length, Math.max(comma, 'data:'.length))
  const [mediaType] = head.split(';')
  const data = url.slice(comma + 1)
  return bytesText(called, mediaType, head.endsWith(';base64') ? Buffer.from(data, 'base64') : Buffer.from(data))
}

function bytesText(called: string, mediaType: string | undefined, bytes: Uint8Array): string {
  if (mediaType !== undefined && /^text\//i.test(mediaType)) return `[${called} ${mediaType}]\n${Buffer.from(bytes)}`
  return `[${called} ${mediaType || 'of no type'}, ${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}]`
}
