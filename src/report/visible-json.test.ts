import { expect, test } from 'vitest'
import { visibleJson } from './visible-json.ts'

test('what acts on a terminal is escaped, and whoever parses it sees no difference', () => {
  const value = { 'a\u009B2J': ['\u202Egpj', '\u001B[31m', '\u{E0041}x', '\uD800', 'é→✓\n\t"\\'] }
  const text = visibleJson(value)
  expect(JSON.parse(text)).toEqual(value)
  expect(text).toMatchInlineSnapshot(
    `"{"a\\u009b2J":["\\u202egpj","\\u001b[31m","\\udb40\\udc41x","\\ud800","é→✓\\n\\t\\"\\\\"]}"`,
  )
})

test('what does not act stays as JSON.stringify writes it', () => {
  const value = { text: 'é→✓ "quoted" \n', list: [1, null, true] }
  expect(visibleJson(value)).toBe(JSON.stringify(value))
  expect(visibleJson(value, 2)).toBe(JSON.stringify(value, null, 2))
})
