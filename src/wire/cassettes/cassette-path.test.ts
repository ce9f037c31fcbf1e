import { describe, expect, test } from 'vitest'
import { cassettePath } from './cassette-path.ts'

describe('the file of a test', () => {
  const of = (names: readonly string[], file = 'a/review.test.ts', nth = 1) =>
    cassettePath({ file, names, nth }, 'a/cassettes').replaceAll('\\', '/')

  test('lies in a folder for its test file, and is called as the test is', () => {
    expect(of(['a review', 'takes two drafts'])).toMatch(
      /^a\/cassettes\/review\/a-review-takes-two-drafts-[0-9a-f]{8}\.json$/,
    )
    expect(of(['x'], 'b/c.spec.mts')).toMatch(/^a\/cassettes\/c\/x-/)
  })

  test('is another for every test: the same words, another suite, another case, another position', () => {
    const names = [
      ['a', 'b'],
      ['a b'],
      ['A', 'b'],
      ['a-b'],
      ['a', 'b '],
      ['ab'],
      ['é'],
      ['e'],
      ['日本'],
      ['中国'],
      ['🙂'],
      [''],
    ]
    const paths = [...names.map((one) => of(one)), of(['a', 'b'], undefined, 2), of(['a', 'b'], undefined, 3)]
    paths.push(of(['a', 'b'], 'a/review.spec.ts'), of(['a', 'b'], 'a/review.test.js'))
    expect(new Set(paths.map((one) => one.toLowerCase())).size).toBe(paths.length)
  })

  test.each([
    ['../../../etc/passwd'],
    ['/etc/passwd'],
    ['C:\\x'],
    ['a\0b'],
    ['con'],
    ['x'.repeat(5_000)],
    ['.'],
    ['..'],
    ['%2e%2e'],
  ])('stays below its folder and is a name that any disk can hold: %j', (name) => {
    const path = of([name])
    expect(path).toMatch(/^a\/cassettes\/review\/[a-z0-9][a-z0-9-]{0,75}\.json$/)
  })

  test('does not tell a secret that its name holds', () => {
    expect(of(['asks with sk-PLANTED0123456789', 'for planted@example.com'])).not.toContain('planted')
  })
})
