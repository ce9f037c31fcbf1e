import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { docket } from '../../test/reporter/docket.ts'
import { hostile, PAYLOADS } from '../../test/reporter/hostile.ts'
import { inspectionRecord } from '../../test/reporter/records.ts'
import { emptyFolder } from '../../test/reporter/run-project.ts'
import { assemble } from './assemble.ts'
import { junit } from './junit.ts'

const SCHEMA = join(import.meta.dirname, '../schemas/junit.xsd')

const nothing = assemble({ seed: null, scope: { include: null, narrowed: 'no' }, level: 'pass', records: [] })

/** Tags of an XML text, each with its attributes; what is no tag must be text without `<`. */
function tagsOf(xml: string) {
  const open: string[] = []
  const seen: { name: string; attributes: Record<string, string> }[] = []
  for (const [, close, name = '', rest = '', single] of xml.matchAll(/<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g)) {
    if (close) expect(open.pop()).toBe(name)
    else if (!single) open.push(name)
    const attributes = [...rest.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value])
    if (!close) seen.push({ name, attributes: Object.fromEntries(attributes) })
  }
  expect(open).toEqual([])
  expect(xml.replace(/<\?xml[^>]*>/, '').replaceAll(/<\/?[a-z]+(?: [a-z]+="[^"<]*")*\/?>/g, '')).not.toMatch(/[<>]/)
  return seen
}

test('a suite per test file, a case per record, and what the gate refuses as failures', () => {
  const tags = tagsOf(junit(docket()))
  const of = (name: string) => tags.filter((tag) => tag.name === name)
  const [whole] = of('testsuites')
  expect(of('testsuite')).toHaveLength(new Set(of('testsuite').map(({ attributes }) => attributes.name)).size)
  expect(whole!.attributes).toMatchObject({
    tests: String(of('testcase').length),
    failures: String(of('failure').length),
    errors: String(of('error').length),
  })
  expect(
    of('failure')
      .map(({ attributes }) => attributes.type)
      .sort(),
  ).toEqual(
    docket()
      .gate.refusals.map(({ rule }) => rule)
      .sort(),
  )
  expect(of('property').map(({ attributes }) => attributes.name)).toContain('worst_flag')
})

test('a run without a single record is a valid document as well', () => {
  expect(tagsOf(junit(nothing))[0]!.attributes.tests).toBe('1')
})

test.each(PAYLOADS.map((_, offset) => offset))('hostile text stays text (%i)', (offset) => {
  const xml = junit(hostile(docket(), offset))
  tagsOf(xml)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold these
  expect(xml).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/u)
})

test('names are one line, whatever a test is called', () => {
  const name = 'a\n\tb'
  const records = [inspectionRecord({ system: name }, { origin: { file: name, test: name } })]
  const document = assemble({ seed: null, scope: { include: null, narrowed: 'no' }, level: 'pass', records })
  expect(junit(document)).toContain(
    '<testcase name="inspection: a b (20260412-101500-a1b2c3)" classname="a b" file="a b">',
  )
})

test('xmllint finds it valid under our XSD', async (context) => {
  if (!has('xmllint')) context.skip('no xmllint here: apt-get install libxml2-utils, then run this again')
  const folder = await emptyFolder()
  const documents = [docket(), nothing, ...PAYLOADS.map((_, offset) => hostile(docket(), offset))]
  const files = documents.map((document, index) => {
    const file = join(folder, `${index}.xml`)
    writeFileSync(file, junit(document))
    return file
  })
  expect(() => execFileSync('xmllint', ['--noout', '--schema', SCHEMA, ...files], { stdio: 'pipe' })).not.toThrow()
})

// Helpers

function has(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
