import { describe, expect, test } from 'vitest'
import { clipped, failureOf, missing, pointer, quoted, wrongType } from './fault.ts'

describe('a failure', () => {
  const faults = (count: number) => Array.from({ length: count }, (_, at) => missing(`/${at}`))

  test('spells out twenty faults and says of how many more it does not', () => {
    const { message } = failureOf('config', 'the input', faults(20), 'Next.')
    expect(message.split('; ')).toHaveLength(20)
    expect(message).toMatch(/; \/19 is missing\. Next\.$/)
    expect(failureOf('config', 'the input', faults(21), 'Next.').message).toMatch(/; and 1 more faults\. Next\.$/)
  })

  test('has the code of its faults, or the one that tells most, or says that there are several', () => {
    const codeOf = (...codes: string[]) =>
      failureOf(
        'schema',
        'the answer',
        codes.map((code) => ({ code, path: '', message: 'is odd' })),
        '',
      ).code
    expect(codeOf('missing', 'missing')).toBe('missing')
    expect(codeOf('missing', 'outside-list')).toBe('outside-list')
    expect(codeOf('missing', 'wrong-type')).toBe('several-faults')
  })

  test('names the whole where a fault has no place, and each place once', () => {
    const twice = [wrongType('', 'an object'), missing('/a'), wrongType('/a', 'a list')]
    expect(failureOf('parse', 'the answer', twice, 'It is not used.')).toEqual({
      kind: 'parse',
      code: 'several-faults',
      message: 'the answer is not an object; /a is missing; /a is not a list. It is not used.',
      paths: ['', '/a'],
    })
  })
})

test('a pointer keeps what a key is made of', () => {
  expect(pointer('/a', 'b')).toBe('/a/b')
  expect(pointer('', 'a/b~c~1/')).toBe('/a~1b~0c~01~1')
  expect(pointer('', 0)).toBe('/0')
})

test('a text is quoted whole up to 80 characters', () => {
  expect(quoted('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`)
  expect(quoted('x'.repeat(81))).toBe(`"${'x'.repeat(80)}" (81 characters)`)
})

test('a text is clipped to 500 characters, and clipping twice changes nothing', () => {
  expect(clipped('x'.repeat(500))).toBe('x'.repeat(500))
  expect(clipped('x'.repeat(501))).toBe(`${'x'.repeat(499)}…`)
  expect(clipped(clipped('x'.repeat(900)))).toBe(clipped('x'.repeat(900)))
})
