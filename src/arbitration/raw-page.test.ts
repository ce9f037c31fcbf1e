import { describe, expect, test } from 'vitest'
import { countTags, rawPageSign } from './raw-page.ts'

describe('a raw page is known by', () => {
  test.each([
    ['<!doctype html>', '<!doctype html'],
    ['x <!DOCTYPE HTML PUBLIC', '<!doctype html'],
    ['<!DOCTYPE\n html>', '<!doctype\n html'],
    ['<HTML lang="en">', '<html'],
    ['</p><Body class="x">', '<body'],
    ['<p></p>'.repeat(10), '20 tags'],
    ['<li>'.repeat(21), '21 tags'],
  ])('%j', (text, sign) => {
    expect(rawPageSign(text)).toBe(sign)
  })

  test.each([
    ['nothing', ''],
    ['19 tags', `${'<p></p>'.repeat(9)}<br/>`],
    ['comparisons', 'a < b, b<c '.repeat(50)],
    ['arrows and hearts', '-> <3 <- '.repeat(50)],
    ['tags without an end', '<li '.repeat(50)],
    ['comments', '<!-- x -->'.repeat(50)],
    ['the words alone', 'doctype html body'],
    ['a path in angle brackets', '</ html>'],
  ])('and not by %s', (_, text) => {
    expect(rawPageSign(text)).toBeUndefined()
  })
})

describe('a tag is', () => {
  test.each([
    ['<a>', 1],
    ['</a>', 1],
    ['<br/>', 1],
    ['<a title="x > y">', 1],
    ['<a\nhref="x">', 1],
    ['<a <b>', 1],
    ['<A>', 1],
    ['<Z>', 1],
    ['<z>', 1],
    ['</Z>', 1],
    ['<@>', 0],
    ['<[>', 0],
    ['<`>', 0],
    ['<{>', 0],
    ['< a>', 0],
    ['<1>', 0],
    ['<>', 0],
    ['</>', 0],
    ['<é>', 0],
    ['a>', 0],
    ['<', 0],
    ['</', 0],
  ])('counted in %j: %i', (text, tags) => {
    expect(countTags(text)).toBe(tags)
  })
})

test('a long string of openings is read once', () => {
  expect(rawPageSign('<a'.repeat(5_000_000))).toBeUndefined()
  expect(rawPageSign('<!doctype '.repeat(500_000) + ' '.repeat(5_000_000))).toBeUndefined()
})
