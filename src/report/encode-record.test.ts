import { expect, test } from 'vitest'
import { flag, inspectionRecord, trialRecord } from '../../test/reporter/records.ts'
import { RECORD_LIMIT } from './bound-record.ts'
import { decodeRecord } from './decode-record.ts'
import { type Envelope, encodeRecord, packRecord, WHOLE_LIMIT, wholeFile } from './encode-record.ts'
import type { RecordOf, TribunalRecord } from './records.ts'

const first = { repeat: 0, retry: 0 }

function throughTheChannel<R extends TribunalRecord>(record: R): R {
  const decoded = decodeRecord(encodeRecord(record, first))
  if ('fault' in decoded) throw new Error(decoded.fault)
  return decoded.value.record as R
}

test('a record arrives as it left', () => {
  const record = inspectionRecord({ flags: [flag('empty-output', 'critical', 'nothing in it')] })
  expect(throughTheChannel(record)).toEqual(record)
})

test('a run arrives without its times', () => {
  const { run } = trialRecord()
  const timed = { ...run, events: run.events.map((event, index) => ({ ...event, at: index })) }
  expect(throughTheChannel(trialRecord({ run: timed }))).toEqual(trialRecord())
})

test('a long text is cut, says so, and keeps half a character apart from the other half', () => {
  const arrived = throughTheChannel(inspectionRecord({ summary: '😀'.repeat(200_000) }))
  expect(arrived.inspection.summary).toMatch(/^(?:😀)+… \[\d+ more characters left out\]$/u)
  expect(arrived.gaps).toEqual(['1 texts were cut after 16384 characters'])
})

test('ten thousand calls fit, and the record says how many are gone', () => {
  const { run } = trialRecord()
  const events = Array.from({ length: 1_000 }, () => run.events).flat()
  const text = encodeRecord(trialRecord({ run: { ...run, events } }), first)
  const decoded = decodeRecord(text) as { value: { record: RecordOf<'trial'> } }
  expect(Buffer.byteLength(text)).toBeLessThan(RECORD_LIMIT + 200)
  const kept = decoded.value.record.run.events.length
  expect(decoded.value.record.gaps).toContain(`run.events: ${events.length - kept} of ${events.length} left out`)
})

test('verdict, scores and flag ids survive every cut', () => {
  const flags = Array.from({ length: 3_000 }, () => flag('clause-violated', 'warning', 'x'.repeat(500)))
  const { inspection } = throughTheChannel(inspectionRecord({ verdict: 'partial', runtime_fidelity: 69, flags }))
  expect(inspection).toMatchObject({ verdict: 'partial', runtime_fidelity: 69 })
  expect(new Set(inspection.flags.map(({ id }) => id))).toEqual(new Set(['clause-violated']))
})

test('of what is cut, all of it travels beside, under the name of its content', () => {
  const record = inspectionRecord({ summary: 'x'.repeat(300_000) })
  const { json, whole = '' } = packRecord(record, first, 7)
  expect(JSON.parse(whole)).toEqual(record)
  const { value } = decodeRecord(json) as { value: Envelope }
  expect(value.record.whole).toEqual({ file: wholeFile(whole), bytes: Buffer.byteLength(whole) })
  expect(value.line).toBe(7)
  expect(packRecord(inspectionRecord(), first)).not.toHaveProperty('whole')
})

test('what is too large to travel at all says how large it was', () => {
  const { json, whole } = packRecord(inspectionRecord({ summary: 'x'.repeat(WHOLE_LIMIT) }), first)
  const { value } = decodeRecord(json) as { value: Envelope }
  expect([whole, value.record.whole]).toEqual([undefined, undefined])
  expect(value.record.gaps?.at(-1)).toMatch(
    /^all of it has 3200\d{4} characters, more than the 32000000 that are kept$/,
  )
})
