/**
 * Breaks a text into lines at its spaces.
 *
 * @param text - one paragraph
 * @param width - the most characters of a line; a longer word gets a line of its own
 */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' '))
    if (line === '') line = word
    else if (line.length + 1 + word.length <= width) line += ` ${word}`
    else {
      lines.push(line)
      line = word
    }
  return [...lines, line]
}
