/** The most pieces that a text is streamed in: a long one comes in larger pieces, as from a fast provider. */
const MOST = 32

/** A text as the fragments in which it is streamed: eight characters or more each, never half a surrogate pair; none for no text. */
export function piecesOf(text: string): readonly string[] {
  const size = Math.max(8, Math.ceil(text.length / MOST))
  const pieces: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = from + size
    if (isHighSurrogate(text.charCodeAt(to - 1))) to++
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}

// Helpers

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
