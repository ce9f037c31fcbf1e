/** Words that mean nothing for any decision; the first is what a person would write. */
export const WORDS = [
  'The table is complete.',
  '',
  'Two rows were added, one was moved.',
  'Voilà: 表は完成です 🙂.',
  'See `a.md`, and (b).',
  'zq\ud83d \u202e\u0000 \\u0061',
  '**Note**: 3 > 2, "quoted".',
  '{"rows": 3}',
  'Row one.\n\n- a\n- b\n\n> Row two.',
] as const

/** Ways of saying a decision and nothing against it: `{}` is the word, `{field}` what a decision is called. */
export const STATEMENTS = [
  '{}',
  '{field}: {}',
  '**{field}:** {}',
  '{}. The table is complete.',
  '{"{field}": "{}"}',
  'Here it is:\n\n```json\n{"{field}": "{}", "reason": "The table is complete."}\n```',
  'The table is complete.\n\n{field}: {}',
] as const

/** Ways of saying that a decision is not taken. */
export const DENIALS = [
  'I do not {} this.',
  'Do not {}.',
  'I cannot {} it.',
  "I won't {} that.",
  'Never {}.',
  'Not {}.',
  'There is no reason to {}.',
  'I refuse to {}.',
  'It would be wrong to {}.',
] as const

/** Ways of saying a decision with a doubt that takes it back. */
export const DOUBTS = [
  '{}, but only if the dates are corrected.',
  '{} if the tests pass.',
  '{}? I am not sure.',
  '{} unless a source is missing.',
  'Verdict: {}\n\nHowever, I cannot {} the second table.',
  '{} — on second thought, reject.',
  '{} once the title is fixed.',
  'Should I {}?',
  '{} and reject.',
  '"{}" is what they want to hear.',
] as const

/** What looks like an acceptance and is none: other words, other types, the word inside another. */
export const LOOKALIKES = [
  'Approved.',
  'Yes.',
  'LGTM',
  '{"{field}": true}',
  '{"{field}": 1}',
  '{"{}": true}',
  '{"{field}": ["{}"]}',
  '{"{field}": "{}", "{field}": "reject"}',
  'It is un{}able.',
  '{}able, at best.',
  'Whether to {} is for others to say.',
  'I was told to {} whatever comes.',
] as const

/** What can stand around a whole reply without changing what it says. */
export const WRAPPINGS: readonly { readonly name: string; wrap(text: string): string }[] = [
  { name: 'white space', wrap: (text) => `\n\n  ${text}\t\n` },
  { name: 'double quotes', wrap: (text) => `"${text}"` },
  { name: 'bold', wrap: (text) => `**${text}**` },
  { name: 'italics', wrap: (text) => `_${text}_` },
  { name: 'a fence', wrap: (text) => fenced(text, '') },
  { name: 'a fence with a language', wrap: (text) => fenced(text, 'json') },
  {
    name: 'a block quote',
    wrap: (text) =>
      text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n'),
  },
  { name: 'CRLF', wrap: (text) => text.replaceAll('\n', '\r\n') },
]

/** Puts the word, and what a decision is called, into a way of saying it. */
export const say = (pattern: string, word: string, field = ''): string =>
  pattern.replaceAll('{field}', () => field).replaceAll('{}', () => word)

// Helpers

/** Longer than any fence inside. */
function fenced(text: string, language: string): string {
  let fence = '```'
  while (text.includes(fence)) fence += '`'
  return `${fence}${language}\n${text}\n${fence}`
}
