/** One line of a file, without its line end. */
export interface TextLine {
  /** From 1. */
  readonly number: number
  readonly text: string
}

/** No log line says anything of use beyond this many bytes; the rest of such a line is dropped. */
const LONGEST_LINE = 16_384

/**
 * Walks the lines of a file without holding them all: LF or CRLF, with or without a byte order mark, UTF-8 or UTF-16.
 * Bytes that are no UTF-8 become U+FFFD.
 *
 * @param longest - bytes of a line that are kept
 */
export function* textLines(bytes: Uint8Array, longest: number = LONGEST_LINE): Generator<TextLine> {
  const buffer = asUtf8(bytes)
  let number = 0
  let start = 0
  while (start < buffer.length) {
    const newline = buffer.indexOf(10, start)
    const end = newline === -1 ? buffer.length : newline
    const last = end > start && buffer[end - 1] === 13 ? end - 1 : end
    number += 1
    yield { number, text: buffer.toString('utf8', start, Math.min(last, start + longest)) }
    start = end + 1
  }
}

/** Decodes a file as text with LF line ends; a byte order mark is dropped, invalid bytes become U+FFFD. */
export const decodeText = (bytes: Uint8Array): string => asUtf8(bytes).toString('utf8').replaceAll('\r\n', '\n')

// Helpers

function asUtf8(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf) return buffer.subarray(3)
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return Buffer.from(buffer.toString('utf16le', 2), 'utf8')
  if (buffer[0] === 0xfe && buffer[1] === 0xff) {
    const swapped = Buffer.from(buffer.subarray(2, buffer.length - (buffer.length % 2))).swap16()
    return Buffer.from(swapped.toString('utf16le'), 'utf8')
  }
  return buffer
}
