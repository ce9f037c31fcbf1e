import { createHash } from 'node:crypto'

/** Where the bytes of an image, a sound or a file are: in the request, at an address, or with the provider. */
export interface MediaSource {
  readonly base64?: string | undefined
  readonly mediaType?: string | undefined
  /** An address, or a `data:` URL. */
  readonly url?: string | undefined
  /** The id of a file that the provider keeps. */
  readonly fileId?: string | undefined
}

/**
 * What stands for an image, a sound or a file in a decoded request. Bytes become their hash, so that equal ones are
 * equal in every format and none of them are kept; an address stays as it is, since the model's provider reads it.
 */
export function mediaText(kind: 'image' | 'audio' | 'file', { base64, mediaType, url, fileId }: MediaSource): string {
  if (base64 !== undefined) return hashed(kind, mediaType, Buffer.from(base64, 'base64'))
  if (url?.startsWith('data:')) return dataText(kind, url)
  return `[${kind} ${url ?? fileId ?? 'without a source'}]`
}

// Helpers

function dataText(kind: string, url: string): string {
  const comma = url.indexOf(',')
  const head = url.slice('data:'.length, Math.max(comma, 'data:'.length))
  const [mediaType] = head.split(';')
  const data = url.slice(comma + 1)
  const bytes = head.endsWith(';base64') ? Buffer.from(data, 'base64') : Buffer.from(data)
  return hashed(kind, mediaType, bytes)
}

const hashed = (kind: string, mediaType: string | undefined, bytes: Uint8Array): string =>
  `[${kind} ${mediaType || 'of no type'}, ${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}]`
