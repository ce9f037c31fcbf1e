import { expect, test } from 'vitest'
import { docket } from '../../test/reporter/docket.ts'
import { inspectionRecord } from '../../test/reporter/records.ts'
import { writeDocument } from './assemble.ts'
import { decodeDocument, decodeRecord } from './decode-record.ts'

const envelope = (record: unknown): string =>
  JSON.stringify({ format: 'tribunal-record', version: 1, attempt: { repeat: 0, retry: 0 }, record })

test.each([
  ['no text', 7, 'it is no text'],
  ['no JSON', '{', 'it is no JSON'],
  ['another format', '{"format":"other"}', "the whole must have required property 'version'"],
  ['a kind that there is not', envelope({ kind: 'rumour' }), '/record value of tag "kind" must be in oneOf'],
  [
    'an inspection with a tenth key',
    envelope({ ...inspectionRecord(), inspection: { ...inspectionRecord().inspection, note: '' } }),
    '/record/inspection must NOT have additional properties',
  ],
  [
    'a score above 100',
    envelope({ ...inspectionRecord(), inspection: { ...inspectionRecord().inspection, runtime_fidelity: 101 } }),
    '/record/inspection/runtime_fidelity must be <= 100',
  ],
  [
    'something deep',
    envelope({ kind: 'arbitration', origin: null, record: JSON.parse('['.repeat(200) + ']'.repeat(200)) }),
    'it nests deeper than 100',
  ],
  ['something long', ' '.repeat(200_001), 'it has 200001 characters, more than 200000'],
])('refuses %s', (_, text, fault) => {
  expect(decodeRecord(text)).toEqual({ fault })
})

test('a key named __proto__ is data', () => {
  const text = envelope({ kind: 'arbitration', origin: null, record: 0 }).replace(
    '"record":0',
    '"record":{"__proto__":{"polluted":1}}',
  )
  const decoded = decodeRecord(text) as { value: { record: { record: object } } }
  expect(Object.hasOwn(decoded.value.record.record, '__proto__')).toBe(true)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('a document fits its schema, whatever it holds', () => {
  const document = docket()
  expect(decodeDocument(writeDocument(document))).toEqual({ value: JSON.parse(JSON.stringify(document)) })
})
