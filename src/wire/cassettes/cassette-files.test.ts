import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/wire/folders.ts'
import type { Interaction } from './cassette.ts'
import { cassetteHash } from './cassette-hash.ts'
import { parseCassette, readCassette } from './read-cassette.ts'
import { redaction } from './redaction.ts'
import { writeCassette } from './write-cassette.ts'

const folder = temporaryFolder()
const schema = JSON.parse(readFileSync(new URL('../../schemas/cassette.schema.json', import.meta.url), 'utf8'))
const fitsSchema = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(schema)

const URL_OF_CHAT = 'https://models.example/v1/chat/completions'
const INTERACTIONS: readonly Interaction[] = [
  {
    request: { method: 'POST', url: URL_OF_CHAT, headers: { 'x-mine': 'yes' }, json: { model: 'm', __proto: null } },
    reply: { status: 200, headers: { 'content-type': 'application/json' }, json: { a: [], b: {}, c: [1, 'é\n'] } },
  },
  { request: { method: 'GET', url: 'https://models.example/' }, reply: { status: 204, headers: {} } },
  {
    request: { method: 'PUT', url: 'https://models.example/x', text: 'words' },
    reply: {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      events: [{ event: 'a', data: { b: 1 } }, { data: '[DONE]', id: '7', retry: 10 }, {}],
      end: 'reset',
    },
  },
  {
    request: { method: 'PUT', url: 'https://models.example/x', sha256: '0'.repeat(64), bytes: 3 },
    reply: { failed: 'ECONNRESET' },
  },
  { request: { method: 'GET', url: 'https://models.example/p' }, reply: { status: 500, headers: {}, base64: '/w==' } },
]

const path = join(folder, 'deep/er/one.json')

describe('a recording', () => {
  test('is read as it was written, frozen, and fits its schema', () => {
    const cassette = writeCassette(path, 'a test', INTERACTIONS, false)
    expect(readCassette(path)).toEqual(cassette)
    expect(cassette.interactions).toEqual(INTERACTIONS)
    expect(() => Object.assign(cassette.interactions[0]!.request, { method: 'GET' })).toThrow(TypeError)
    expect(fitsSchema(JSON.parse(readFileSync(path, 'utf8'))), JSON.stringify(fitsSchema.errors)).toBe(true)
  })

  test('is a file that people can read: events a line each, the rest indented', () => {
    expect(readFileSync(path, 'utf8').split('\n').slice(3, 45).join('\n')).toMatchInlineSnapshot(`
      "  "test": "a test",
        "interactions": [
          {
            "request": {
              "method": "POST",
              "url": "https://models.example/v1/chat/completions",
              "headers": {
                "x-mine": "yes"
              },
              "json": {
                "model": "m",
                "__proto": null
              }
            },
            "reply": {
              "status": 200,
              "headers": {
                "content-type": "application/json"
              },
              "json": {
                "a": [],
                "b": {},
                "c": [
                  1,
                  "é\\n"
                ]
              }
            }
          },
          {
            "request": {
              "method": "GET",
              "url": "https://models.example/"
            },
            "reply": {
              "status": 204,
              "headers": {}
            }
          },
          {
            "request": {
              "method": "PUT","
    `)
  })

  test('is never overwritten unless that is said', () => {
    expect(() => writeCassette(path, 'a test', [], false)).toThrow(
      expect.objectContaining({ code: 'recording-exists' }),
    )
    expect(readCassette(path).interactions).toEqual(INTERACTIONS)
    writeCassette(path, 'a test', [], true)
    expect(readCassette(path).interactions).toEqual([])
  })

  test('may hold no interaction, and `__proto__` as a name like others', () => {
    const json = JSON.parse('{"__proto__":{"x":1}}')
    const own = join(folder, 'proto.json')
    writeCassette(own, '', [{ ...INTERACTIONS[0]!, request: { method: 'POST', url: URL_OF_CHAT, json } }], false)
    const [one] = readCassette(own).interactions
    expect(JSON.stringify(one?.request)).toContain('"__proto__":{"x":1}')
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
})

test('every recording of ours can be read, fits the schema and holds nothing to take out', () => {
  const own = fileURLToPath(new URL('../../../fixtures/cassettes', import.meta.url))
  const paths = readdirSync(own, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.json'))
  expect(paths).not.toEqual([])
  for (const one of paths) {
    const cassette = readCassette(join(own, one))
    expect(fitsSchema(JSON.parse(JSON.stringify(cassette)))).toBe(true)
    expect(redaction().json(cassette as never)).toEqual(cassette)
  }
})

describe('a file is refused', () => {
  const good = () => {
    const content = { format: 'tribunal-cassette', version: 1, test: 't', interactions: INTERACTIONS } as const
    return { ...content, hash: cassetteHash(content) }
  }
  const codeOf = (text: string): string => {
    try {
      parseCassette(text, 'x.json')
      return 'read'
    } catch (error) {
      const { code, message } = error as Error & { code: string }
      expect(message).toMatch(/x\.json .*TRIBUNAL_RECORD=update/s)
      return code
    }
  }

  test('that is not there, is a folder, or too large', () => {
    expect(() => readCassette(join(folder, 'none.json'))).toThrow(
      expect.objectContaining({ code: 'recording-missing' }),
    )
    mkdirSync(join(folder, 'folder.json'))
    expect(() => readCassette(join(folder, 'folder.json'))).toThrow(
      expect.objectContaining({ code: 'recording-corrupt' }),
    )
    const large = join(folder, 'large.json')
    writeFileSync(large, Buffer.alloc(64 * 2 ** 20 + 1, ' '))
    expect(() => readCassette(large)).toThrow(expect.objectContaining({ code: 'recording-corrupt' }))
  })

  test.each<readonly [string, string, (text: string) => string]>([
    ['recording-edited', 'a word of which was changed', (text) => text.replace('words', 'world')],
    [
      'recording-edited',
      'an interaction of which is gone',
      (text) =>
        text.replace(
          ',{"request":{"method":"GET","url":"https://models.example/"},"reply":{"status":204,"headers":{}}}',
          '',
        ),
    ],
    [
      'recording-edited',
      'whose hash is another',
      (text) => text.replace(/"hash":"./, (hash) => hash.slice(0, -1) + (hash.endsWith('0') ? '1' : '0')),
    ],
    ['recording-newer', 'of a later version', (text) => text.replace('"version":1', '"version":2')],
    [
      'recording-newer',
      'of a later version with fields of its own',
      (text) => text.replace('"version":1', '"version":7,"new":[]'),
    ],
    ['recording-corrupt', 'of no version', (text) => text.replace('"version":1', '"version":"1"')],
    ['recording-corrupt', 'of an earlier version than the first', (text) => text.replace('"version":1', '"version":0')],
    ['recording-corrupt', 'that is cut off', (text) => text.slice(0, -20)],
    ['recording-corrupt', 'with marks of a merge', (text) => `<<<<<<< HEAD\n${text}\n=======\n`],
    ['recording-corrupt', 'that is empty', () => ''],
    ['recording-corrupt', 'that says a thing twice', (text) => text.replace('"test":"t"', '"test":"t","test":"t"')],
    ['recording-corrupt', 'of another format', (text) => text.replace('tribunal-cassette', 'other')],
    ['recording-corrupt', 'that is a list', () => '[]'],
    ['recording-corrupt', 'that is null', () => 'null'],
    [
      'recording-corrupt',
      'that nests too deep',
      (text) => text.replace('{"model":"m","__proto":null}', '['.repeat(200) + ']'.repeat(200)),
    ],
  ])('%s: one %s', (code, _, change) => {
    const before = JSON.stringify(good())
    expect(codeOf(before)).toBe('read')
    expect(change(before)).not.toBe(before)
    expect(codeOf(change(before))).toBe(code)
  })

  test.each<readonly [string, unknown]>([
    ['no interaction', 1],
    ['no reply', { request: { method: 'GET', url: 'http://x/' } }],
    ['a method that is none', { ...INTERACTIONS[1], request: { method: 1, url: 'http://x/' } }],
    ['an address that is none', { ...INTERACTIONS[1], request: { method: 'GET', url: 'x' } }],
    ['two bodies', { ...INTERACTIONS[1], request: { method: 'GET', url: 'http://x/', text: '', json: 1 } }],
    [
      'a hash without a size',
      { ...INTERACTIONS[1], request: { method: 'GET', url: 'http://x/', sha256: '0'.repeat(64) } },
    ],
    ['a header that breaks its line', { ...INTERACTIONS[1], reply: { status: 200, headers: { a: 'b\r\nc: d' } } }],
    ['a header that is no name', { ...INTERACTIONS[1], reply: { status: 200, headers: { 'a b': 'c' } } }],
    ['a status that is none', { ...INTERACTIONS[1], reply: { status: 101, headers: {} } }],
    ['a status beyond all', { ...INTERACTIONS[1], reply: { status: 600, headers: {} } }],
    [
      'an event that breaks its line',
      { ...INTERACTIONS[1], reply: { status: 200, headers: {}, events: [{ event: 'a\nb' }] } },
    ],
    ['an event that is a number', { ...INTERACTIONS[1], reply: { status: 200, headers: {}, events: [{ data: 1 }] } }],
    ['an end that is none', { ...INTERACTIONS[1], reply: { status: 200, headers: {}, end: 'soon' } }],
    ['both a failure and a status', { ...INTERACTIONS[1], reply: { failed: 'E', status: 200, headers: {} } }],
    ['fields of its own', { ...INTERACTIONS[1], more: 1 }],
  ])('with %s, though its hash fits; the schema says the same', (_, interaction) => {
    const content = { ...good(), interactions: [interaction] } as never as ReturnType<typeof good>
    const file = { ...content, hash: cassetteHash(content) }
    expect(codeOf(JSON.stringify(file))).toBe('recording-corrupt')
    // What an address is, a schema cannot say.
    if (_ !== 'an address that is none') expect(fitsSchema(JSON.parse(JSON.stringify(file)))).toBe(false)
  })

  test('or read, and nothing else, whatever it holds', () => {
    const codes = new Set<string>()
    fc.assert(
      fc.property(fc.json(), fc.jsonValue({ maxDepth: 3 }), (text, value) => {
        for (const one of [text, JSON.stringify(value), JSON.stringify({ ...good(), interactions: value })])
          codes.add(codeOf(one))
      }),
      { seed: 9, numRuns: 200 },
    )
    expect([...codes].every((code) => code === 'recording-corrupt' || code === 'recording-edited')).toBe(true)
  })
})

test('what was written in part is not there', () => {
  const target = join(folder, 'partly.json')
  expect(() =>
    writeCassette(target, 't', [{ request: { method: 'GET', url: 'no address' }, reply: { failed: 'E' } }], false),
  ).toThrow()
  expect(existsSync(target)).toBe(false)
})

test('a place that takes no folders is an error, and no wait without end', () => {
  expect(() => writeCassette('/proc/tribunal/cassettes/one.json', 't', [], false)).toThrow(/ENOENT|EACCES|EROFS|EPERM/)
})
