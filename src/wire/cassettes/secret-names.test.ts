import { describe, expect, test } from 'vitest'
import { recordedReply } from './recorded-reply.ts'
import { redactUrl } from './redact-url.ts'
import { redaction } from './redaction.ts'

const kept = redaction()

describe('a value', () => {
  test.each([
    'api_key',
    'apiKey',
    'X-Api-Key',
    'authorization',
    'access_token',
    'client_secret',
    'password',
    'secret',
    'Set-Cookie',
    'OPENAI_API_KEY',
    'dbPassword',
    'aws_secret_access_key',
    'X-Amz-Security-Token',
    'webhook_secret',
    'api_keys',
  ])('under the name %s goes, whatever it looks like', (name) => {
    expect(JSON.stringify(kept.json({ [name]: 'planted' }))).not.toContain('planted')
    expect(JSON.stringify(kept.json({ a: { [name]: 12345678 } }))).not.toContain('1234')
    expect(JSON.stringify(kept.json({ a: { [name]: ['planted', 7] } }))).not.toMatch(/planted|7/)
    expect(kept.parameters(`a=b&${name}=planted&c=d`)).not.toContain('planted')
  })

  test.each([
    ['in words around it', (json) => `Result: ${json}, as it was.`],
    ['beside a number that no double holds', (json) => `[12345678901234567890, ${json}]`],
    ['in lines of JSON', (json) => `${json}\n${json}\n`],
    ['in JSON within such a text', (json) => `[12345678901234567890, ${JSON.stringify(json)}]`],
    ['in the way of Python', (json) => json.replaceAll('"', "'")],
    ['in a form', () => 'x\r\ncontent-disposition: form-data; name="password"\r\n\r\nplanted\r\n--x--'],
  ] satisfies readonly (readonly [string, (json: string) => string])[])(
    'under its name goes from a text that is no JSON, or none that can be written again: %s',
    (_where, put) => {
      const said = kept.json(put('{"user_password": "planted", "n": 1}')) as string
      expect(said).not.toContain('planted')
      expect(said).toContain('(redacted-key)')
      expect(kept.json(said)).toBe(said)
      // What is beside it stays as it was, to the last figure.
      if (said.includes('1234567')) expect(said).toContain('12345678901234567890')
    },
  )

  test('that is the id of an organisation goes where it is called one', () => {
    const id = '5f3a1b2c-1234-4abc-9def-0123456789ab'
    expect(kept.text(`over the limit (org: ${id}), see organization ${id}`)).not.toContain('5f3a')
    expect(kept.text(`file ${id}`)).toBe(`file ${id}`)
  })

  test.each(['key', 'token', 'sig', 'code', 'X-Goog-Signature', 'X-Amz-Credential'])(
    'under the name %s goes from an address, not from a body',
    (name) => {
      expect(redactUrl(`https://models.example/?${name}=planted`, kept)).not.toContain('planted')
      expect(kept.json({ [name]: 'a word' })).toEqual({ [name]: 'a word' })
    },
  )

  test('under a name of the user goes', () => {
    const own = redaction({ names: ['customer-number'] })
    expect(own.json({ customerNumber: 'A-17', other: 'A-17' })).toEqual({ customerNumber: '(redacted)', other: 'A-17' })
    expect(own.parameters('customer_number=A-17')).toBe('customer_number=(redacted)')
  })

  test('of a schema is no value: names of secrets may be declared', () => {
    const schema = { properties: { password: { type: 'string' }, api_key: {} }, required: ['password'] }
    expect(kept.json(schema)).toEqual(schema)
  })
})

describe('a reply of lines of JSON', () => {
  const bodyOf = (lines: readonly string[]) =>
    recordedReply(
      {
        status: 200,
        headers: new Headers({ 'content-type': 'application/x-ndjson' }),
        body: Buffer.from(lines.join('\n')),
      },
      kept,
    )

  test('tells no secret that comes in fragments, and leaves what is none as it was written', () => {
    const lines = [
      '{ "message": {"content":"It is sk-PLAN"}}',
      '{"message":{"content":"TED0123456789."}}',
      '{ "done": true }',
      '',
    ]
    const said = bodyOf(lines) as unknown as { text: string }
    expect(said.text.split('\n')).toEqual([
      '{"message":{"content":"It is (redacted-key)."}}',
      '{"message":{"content":""}}',
      '{ "done": true }',
      '',
    ])
  })

  test('that is broken is a text like others', () => {
    expect(bodyOf(['{"a":"sk-PLANTED0123456789"}', '{'])).toMatchObject({ text: '{"a":"(redacted-key)"}\n{' })
  })
})
