/** One line of a file, without its line end. */
export interface TextLine {
  /** From 1. */
  readonly number: number
  readonly text: string
}

/** A file, whole or in pieces; pieces are walked from the start each time. */
export type Bytes = Uint8Array | Iterable<Uint8Array>

/** No log line says anything of use beyond this many bytes; the rest of such a line is dropped. */
const LONGEST_LINE = 4_096

/**
 * Walks the lines of a file without holding them all: LF or CRLF, with or without a byte order mark, UTF-8 or UTF-16.
 * Bytes that are no UTF-8 become U+FFFD.
 *
 * @param longest - bytes of a line that are kept
 */
export function* textLines(bytes: Bytes, longest: number = LONGEST_LINE): Generator<TextLine> {
  let number = 0
  // What an earlier piece began of the line: its start, and whether its last byte so far is a carriage return.
  let begun: Buffer | undefined
  let returns = false
  for (const piece of utf8Pieces(bytes)) {
    let start = 0
    for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, start)) {
      const last = end > start ? piece[end - 1] === 13 : returns
      number += 1
      yield { number, text: lineOf(begun, piece, start, end, last, longest) }
      begun = undefined
      returns = false
      start = end + 1
    }
    if (start === piece.length) continue
    returns = piece[piece.length - 1] === 13
    begun = joined(begun, piece.subarray(start), longest + 1)
  }
  if (begun) yield { number: number + 1, text: lineOf(begun, EMPTY, 0, 0, returns, longest) }
}

/** Decodes a file as text with LF line ends; a byte order mark is dropped, invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = encodingOf(buffer) === 'utf8' ? buffer.toString('utf8') : [...utf8Pieces(buffer)].join('')
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
}

// Helpers

const EMPTY = Buffer.alloc(0)

/** A copy of what two buffers hold together, up to a length: pieces do not last. */
const joined = (first: Buffer | undefined, second: Buffer, length: number): Buffer =>
  first && first.length >= length ? first : Buffer.concat([first ?? EMPTY, second.subarray(0, length)])

function lineOf(
  begun: Buffer | undefined,
  piece: Buffer,
  start: number,
  end: number,
  returns: boolean,
  longest: number,
) {
  if (!begun) return piece.toString('utf8', start, Math.min(returns ? end - 1 : end, start + longest))
  const line = joined(begun, piece.subarray(start, end), longest + 1)
  const whole = returns && line.length <= longest ? line.length - 1 : line.length
  return line.toString('utf8', 0, Math.min(whole, longest))
}

function* utf8Pieces(bytes: Bytes): Generator<Buffer> {
  let decode: ((piece: Buffer) => Buffer) | undefined
  let first = EMPTY
  for (const given of bytes instanceof Uint8Array ? [bytes] : bytes) {
    const piece = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
    if (decode) yield decode(piece)
    else if (first.length + piece.length < MARK) first = Buffer.concat([first, piece])
    else {
      const start = first.length === 0 ? piece : Buffer.concat([first, piece])
      const encoding = encodingOf(start)
      decode = decoderOf(encoding)
      yield decode(start.subarray(encoding === 'utf8' ? 0 : encoding === 'utf8-marked' ? 3 : 2))
    }
  }
  if (!decode && first.length > 0)
    yield decoderOf(encodingOf(first))(encodingOf(first) === 'utf8' ? first : first.subarray(2))
}

/** Bytes of the longest byte order mark. */
const MARK = 3

type Encoding = 'utf8' | 'utf8-marked' | 'utf16le' | 'utf16be'

function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf8-marked'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf16be' : 'utf8'
}

/** Turns pieces of one file into UTF-8, characters that two pieces share included. */
function decoderOf(encoding: Encoding): (piece: Buffer) => Buffer {
  if (encoding === 'utf8' || encoding === 'utf8-marked') return (piece) => piece
  const decoder = new TextDecoder(encoding === 'utf16le' ? 'utf-16le' : 'utf-16be', { ignoreBOM: true })
  return (piece) => Buffer.from(decoder.decode(piece, { stream: true }), 'utf8')
}
