import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../json/json.ts'
import { redactEvents } from './redact-events.ts'
import { redactUrl } from './redact-url.ts'
import { redaction } from './redaction.ts'

const kept = redaction()

/** What a secret looks like; all letters are made up. */
const SECRETS = {
  'an OpenAI key': 'sk-PLANTED0123456789abcdef',
  'a project key': 'sk-proj-PLANTED_0123456789-abcdef',
  'an Anthropic key': 'sk-ant-api03-PLANTED0123456789',
  'a Google key': 'AIzaSyPLANTED0123456789abcdefghijklmn',
  'an xAI key': 'xai-PLANTED0123456789',
  'a Groq key': 'gsk_PLANTED0123456789',
  'an AWS key': 'AKIAPLANTED012345678',
  'a GitHub token': 'ghp_PLANTED0123456789abcdefghijklmnopqr',
  'a fine-grained token': 'github_pat_PLANTED0123456789',
  'a Hugging Face token': 'hf_PLANTED0123456789',
  'a Slack token': 'xoxb-PLANTED0123456789',
  'a Stripe key': 'sk_live_PLANTED0123456789',
  'a bearer token': 'Bearer PLANTED-0123456789.abc~def',
  'a web token': 'eyJPLANTED0123456789.eyJzdWIiOiIxMjM0NTY3ODkwIn0.PLANTEDsignature',
  'an organisation': 'org-PLANTED0123456789',
  'a request id': 'req_PLANTED0123456789',
  'an address': 'planted.person+mail@mail.planted.example',
  'a foreign address': 'plänted@exämple.de',
  'a private key': '-----BEGIN RSA PRIVATE KEY-----\nPLANTED0123456789\n-----END RSA PRIVATE KEY-----',
  'a password of an address': 'https://planted:PLANTED0123@models.example',
  'a setting': 'OPENAI_API_KEY=PLANTED0123456789',
  'a header in words': 'x-api-key: PLANTED0123456789',
  'a name and a password': 'Authorization is Basic cGxhbnRlZDpQTEFOVEVE',
  'a bearer token without a number': 'Bearer PLANTEDabcdefghij',
  'a SendGrid key': 'SG.PLANTED0123456789.PLANTED0123456789abc',
  'a Replicate token': 'r8_PLANTED0123456789abcdef',
  'a bot token': '1234567890:PLANTED_0123456789-abcdefghijklmnopqrstuvwxyz',
  'a webhook': 'https://hooks.slack.com/services/PLANTED01/PLANTED02/PLANTED03',
  'a parameter of an address': 'https://models.example/?x=1&key=PLANTEDabc',
  'a request id in words': 'request ID PLANTED0123456789abcdef',
  'an address in an address': 'to=planted.person%40planted.example',
} as const
const all = Object.entries(SECRETS)

describe.each(all)('%s', (_, secret) => {
  test.each<readonly [string, (text: string) => string]>([
    ['alone', (text) => text],
    ['in a sentence', (text) => `It is ${text}, I am told.`],
    ['in quotes', (text) => `"${text}"`],
    ['after the escape of a line', (text) => `one\\n${text}`],
    ['next to another', (text) => `${text} ${text}`],
    ['in foreign words', (text) => `é🙂${text}é`],
  ])('goes where it stands %s', (_where, put) => {
    const said = kept.text(put(secret))
    expect(said).not.toMatch(/planted|plänted/i)
    expect(said).toContain('redacted')
    expect(kept.text(said)).toBe(said)
  })

  test.each<readonly [string, (text: string) => Json]>([
    ['deep inside', (text) => ({ a: [{ b: { c: [text] } }] })],
    ['as a name', (text) => ({ [text]: 1 })],
    ['in JSON that a text holds', (text) => ({ arguments: JSON.stringify({ for: [text] }) })],
    ['in JSON within JSON within JSON', (text) => JSON.stringify([JSON.stringify({ x: JSON.stringify({ text }) })])],
  ])('goes from a body %s', (_where, put) => {
    const said = kept.json(put(secret))
    expect(JSON.stringify(said)).not.toMatch(/planted|plänted/i)
    expect(kept.json(said)).toEqual(said)
  })

  test('goes from an address, in path and query', () => {
    const value = encodeURIComponent(secret)
    const url = redactUrl(`https://models.example/v1/${value}/x?a=1&b=${value}&b=2`, kept)
    expect(decodeURIComponent(url)).not.toMatch(/planted|plänted/i)
    expect(redactUrl(url, kept)).toBe(url)
    expect(new URL(url).searchParams.getAll('b')).toHaveLength(2)
  })

  test('goes from a stream, however it is cut into events', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 30 }), (sizes) => {
        const events = piecesOf(`So: ${secret} and on.`, sizes)
        for (const make of DELTAS) {
          const said = redactEvents(
            events.map((piece, i) => ({ data: make(piece, i) })),
            kept,
          )
          const words = said.map(({ data }) => textIn(data!)).join('')
          expect(words).not.toMatch(/planted|plänted/i)
          expect(words).toBe(kept.text(`So: ${secret} and on.`))
          expect(redactEvents(said, kept)).toEqual(said)
        }
      }),
      { seed: 3, numRuns: 4 },
    )
  })
})

describe('a pattern of the user', () => {
  test('is a text as it stands, or an expression with any flags', () => {
    const own = redaction({ patterns: ['Project $1.*', /run-\d+/, /\bacme\b/giy] })
    expect(own.text('Project $1.* run-1 run-22 ACME Acme-x')).toBe(
      '(redacted) (redacted) (redacted) (redacted) (redacted)-x',
    )
    expect(own.json({ a: ['run-3', { acme: JSON.stringify({ of: 'run-4' }) }] })).toEqual({
      a: ['(redacted)', { '(redacted)': '{"of":"(redacted)"}' }],
    })
    expect(redactUrl('http://localhost:4321/run-9', own)).toBe('http://localhost:4321/(redacted)')
  })

  test('leaves an address one, whatever of it goes', () => {
    for (const pattern of ['http://localhost:4321', /^http:/, /.+/]) {
      const url = redactUrl('http://localhost:4321/a?b=c', redaction({ patterns: [pattern] }))
      expect([url.includes('localhost'), URL.canParse(url)]).toEqual([false, true])
    }
  })

  test('that is empty takes nothing out', () => {
    expect(redaction({ patterns: [''] }).text('as it is')).toBe('as it is')
  })
})

describe('what is left', () => {
  test.each([
    'a risk-taking task-list, desk-mounted',
    'sk-learn, and the prefix sk- alone',
    'vitest@4.1.12 and @types/node',
    'The bearer certificates are kept.',
    'org-chart and org-structure, req_ and proj_',
    'max_tokens: 500, "token": "word"',
    'Basic understanding of internationalization',
    'Basic Internationalization, a bearer Certificate',
    'token ids, keys and 12:30:45, dapi, fw_version12',
    '{"token": "word", "max_tokens": 5, "keys": 3, "author": "x"}',
    'the request ids of a request, in an org chart',
    'Is it so? yes&no=1, x?page=2&sort=key',
    'a password: at least eight characters',
    'call_0123456789abcdef toolu_01ABCDEF chatcmpl-0123456789 resp_0123456789abcdef msg_0123456789',
    'http://localhost:8080/a?b=c',
    '5 @ 3 = 15; x@y',
  ])('are words that only look a little like it: %s', (text) => {
    expect(kept.text(text)).toBe(text)
    expect(kept.json({ a: text })).toEqual({ a: text })
  })

  test('is JSON in a text as it was written', () => {
    const text = '{ "a" :1,\n "b": "é" }'
    expect(kept.json({ a: text })).toEqual({ a: text })
  })

  test('is `__proto__` as a name like others', () => {
    const said = kept.json(JSON.parse('{"__proto__":{"x":"sk-PLANTED0123456789"},"a":1}')) as Record<string, unknown>
    expect(JSON.stringify(said)).toBe('{"__proto__":{"x":"(redacted-key)"},"a":1}')
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test('are constants that every event of a stream repeats', () => {
    const events = [1, 2, 3].map((i) => ({ data: { id: 'req_PLANTED0123456789', of: `piece ${i}` } }))
    expect(redactEvents(events, kept).map(({ data }) => (data as { id: string }).id)).toEqual([
      '(redacted-id)',
      '(redacted-id)',
      '(redacted-id)',
    ])
  })

  test('are the fragments of several texts, side by side, each its own', () => {
    const fragment = (index: number, given: string) => ({
      data: { choices: [{ index: 0, delta: { tool_calls: [{ index, function: { arguments: given } }] } }] },
    })
    const said = redactEvents(
      [fragment(0, '{"a":"sk-PLAN'), fragment(1, '{"b":"TED01'), fragment(0, 'TED0123456"}'), fragment(1, '23"}')],
      kept,
    )
    expect(said.map(({ data }) => textIn(data!))).toEqual(['{"a":"(redacted-key)"}', '{"b":"TED01', '', '23"}'])
  })
})

test.each([
  ...[
    'sk-',
    'eyJ',
    'a@',
    'a.',
    '@',
    'bearer ',
    'org-',
    '://a:',
    '-----BEGIN PRIVATE KEY-----',
    'api_key=',
    'password:x',
  ],
  ...[
    '%',
    '\\n',
    'é@é.',
    'a',
    '"',
    ':',
    '\\"',
    '?key=',
    '&',
    'org ',
    'request id ',
    'name="',
    '"password": "',
    "'",
    'basic ',
  ],
])('a long text of nothing but %s is looked through once: anything more would not end', (unit) => {
  expect(kept.text(unit.repeat(Math.ceil(100_000 / unit.length)))).toMatch(/^./s)
})

// Helpers

/** How providers send a text piece by piece. */
const DELTAS: readonly ((piece: string, i: number) => Json)[] = [
  (piece) => piece,
  (content) => ({ id: 'x', choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
  (text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  (delta, i) => ({ type: 'response.output_text.delta', sequence_number: i, output_index: 0, content_index: 0, delta }),
  (text) => ({ candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0 }] }),
]

function piecesOf(text: string, sizes: readonly number[]): readonly string[] {
  const pieces: string[] = []
  for (let from = 0, i = 0; from < text.length; i++) {
    const to = from + sizes[i % sizes.length]!
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}

/** The words of an event, whichever of these it is. */
function textIn(data: Json): string {
  if (typeof data === 'string') return data
  const { choices, delta, candidates } = data as unknown as {
    choices?: [{ delta: { content?: string; tool_calls?: [{ function: { arguments: string } }] } }]
    delta?: string | { text: string }
    candidates?: [{ content: { parts: [{ text: string }] } }]
  }
  if (choices) return choices[0].delta.content ?? choices[0].delta.tool_calls![0].function.arguments
  if (candidates) return candidates[0].content.parts[0].text
  return typeof delta === 'string' ? delta : delta!.text
}
