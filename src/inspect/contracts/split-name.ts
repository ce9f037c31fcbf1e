/**
 * Splits "`name`: description" or "name: description"; the name is '' when the text does not begin with one word and a colon.
 */
export function splitName(text: string): { readonly name: string; readonly description: string } {
  const match =
    /^(?:`([^`\n]{1,200})`|\*\*`?([^*`\n]{1,200})`?\*\*|([A-Za-z_][\w.-]{0,199}))[ \t]*(?::|—)(?:[ \t]+|$)/u.exec(text)
  if (match)
    return { name: (match[1] ?? match[2] ?? match[3])!.trim(), description: text.slice(match[0].length).trim() }
  const alone = /^(?:`([^`\n]{1,200})`|([A-Za-z_][\w.-]{0,199}))$/u.exec(text)
  return alone ? { name: (alone[1] ?? alone[2])!.trim(), description: '' } : { name: '', description: text }
}
