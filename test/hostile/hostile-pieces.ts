/** Values that a manifest, a receipt or a record of arbitration does not expect where it finds them. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  ' ',
  [],
  {},
  [[]],
  [null],
  ['caller'],
  'caller',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '/etc/passwd',
  'C:\\x',
  'file:///etc/passwd',
  'a\0b',
  'bindings/../../x',
  'a/b#c',
  'x'.repeat(5_000),
  `${'a/'.repeat(3_000)}b`,
  'line\nbreak \u202E \u001B[31m \u009B31m',
  '\uD800',
  { id: 'caller', name: 'caller' },
  { toString: 1, valueOf: 1, length: 1e9 },
  JSON.parse('{"__proto__":{"name":"x"}}'),
  Array.from({ length: 50 }, () => ({ name: 'same' })),
  Array.from({ length: 50 }, (_, index) => `n${index}`),
  JSON.parse(`${'['.repeat(90)}${']'.repeat(90)}`),
]

/** Pieces of text, to be put anywhere. */
export const HOSTILE_TEXTS: readonly string[] = [
  '\0',
  '\u202E',
  '\u001B]0;title\u0007',
  '\uFEFF',
  '\u2028',
  '---\n',
  '```\n',
  '{"a":1,"a":2,',
  '"graph":[],',
  '['.repeat(2_000),
  '{"a":'.repeat(2_000),
  '✓',
  ' ✗ x',
  '→',
  '(((',
  '`',
  '"',
  '\r',
  '\t\t\t',
  ' '.repeat(500),
  '#'.repeat(300),
  '> '.repeat(300),
  '- '.repeat(300),
  '<script>',
  '&amp;',
  '\\u0000',
]

/** Whole lines: of logs, contracts, front matter and manifests, each a little wrong. */
export const HOSTILE_LINES: readonly string[] = [
  '---',
  '---end',
  '---end 2026-05-12T06:12:00Z',
  '---end 9999999-99-99',
  '---error 2026-05-12T06:12:00Z boom',
  '---resume 2026-05-12T06:12:00Z',
  '---test FAIL (1/2 assertions)',
  '# run:',
  '# run:x y z',
  '# run:\u202Ex \u001B[31my',
  'root: ../../etc/passwd',
  'upstream: [a, b, ../c, /d]',
  '1→ __proto__ ✓',
  '1→ constructor ✗ __proto__',
  '999999999z-> editor ✗ editor.',
  '2→ [decision] critic ⚠ unreadable',
  '2→ editor ⊘ terminated (max_rounds)',
  '3→ ∥start a,b',
  '3→ ∥done',
  '4→ ✓',
  '4→ (((( ✓',
  `5→ ${'x'.repeat(3_000)} ✓`,
  '# Execution State',
  'status: completed',
  '## reader — failed (x)',
  '## planner — completed',
  '- final status: failed',
  '- root: `../x`',
  '- caller inputs bound: `a=`, `b=`',
  'a: &a [1, 2]',
  'b: [*a, *a, *a]',
  '<<: *a',
  'name: !!js/function x',
  'name: name',
  'name: [[[[[[[[',
  '? {complex: key}',
  'services: [__proto__, constructor, toString]',
  'services: 7',
  'shape: { self: 7, delegates: { __proto__: 1 } }',
  'kind: function',
  '### Ensures',
  '### Errors',
  '### Services',
  '- `draft`: present',
  '- `draft.a.b.c`: a number from 1 to 2',
  '- `__proto__`: present',
  '- `constructor.prototype`: exists',
  '- if `editor` fails: `draft` contains "x"',
  '- if `__proto__` fails with `toString`: nothing',
  '- exactly one of `draft` and `plan` exists',
  '- `../../etc/passwd` exists',
  '- `draft`: contains `bindings/../../../etc/passwd`',
  '- `draft`: one of `a`, `b`, `c`',
  '    - nested: at least 999999999999999999999 words',
  '# Manifest: x',
  '## Graph',
  '### editor',
  'outputs:',
  '  (public) draft → ../../x',
  'inputs:',
  '  draft ← bindings/editor/draft.md',
  '## Execution Order',
  '1. editor (depends on: editor, planner',
  '2. loop(max:3): editor -> planner -> editor',
  '{"node":"board","status":"rendered"}',
  '{"node":"__proto__","status":"failed","prev":{},"content_hash":[]}',
  'not json',
  'output x = session "y"',
  'loop until **done**:',
]

/**
 * Puts a value somewhere into a JSON text, or makes a key of it appear twice; a text that is no JSON stays as it is.
 *
 * @param at - picks the place
 */
export function changeJson(text: string, at: number, value: unknown, piece: number): string {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return text
  }
  const places: { readonly holder: Record<string, unknown>; readonly key: string }[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) {
      places.push({ holder: node as Record<string, unknown>, key })
      visit((node as Record<string, unknown>)[key])
    }
  }
  visit(json)
  const place = places[at % Math.max(1, places.length)]
  if (!place) return JSON.stringify(value)
  if (piece % 5 === 0) {
    const key = JSON.stringify(place.key)
    return text.replace(`${key}:`, () => `${key}: ${JSON.stringify(value)}, ${key}:`)
  }
  if (piece % 5 === 1) delete place.holder[place.key]
  else place.holder[place.key] = value
  return JSON.stringify(json)
}
