import { describe, expect, test } from 'vitest'
import { findFences } from './find-fences.ts'

const contents = (text: string) => findFences(text).map((fence) => text.slice(fence.contentStart, fence.contentEnd))

describe('fences', () => {
  test.each([
    ['```\na\n```', ['a\n']],
    ['```json\na\nb\n```\nc\n~~~\nd\n~~~', ['a\nb\n', 'd\n']],
    ['   ```\na\n  ```  ', ['a\n']],
    ['````\n```\na\n```\n````', ['```\na\n```\n']],
    ['```\na\n~~~\nb\n```', ['a\n~~~\nb\n']],
    ['```\r\na\r\n```\r\n', ['a\r\n']],
    ['```\n```', ['']],
  ])('of %j hold what stands between their lines', (text, expected) => {
    expect(contents(text)).toEqual(expected)
    expect(findFences(text).every(({ closed }) => closed)).toBe(true)
  })

  test.each(['``\na\n``', '``` a ```', '    ```\na\n    ```', 'a ```\nb\n```c`', '> ```\n> a\n> ```', ''])(
    'are none in %j',
    (text) => {
      expect(contents(text)).toEqual([])
    },
  )

  test.each(['```\na', '```\na\n``', '```\na\n~~~', '```\na\n``` b', '```'])(
    'of %j reach to the end, unclosed',
    (text) => {
      expect(findFences(text)).toMatchObject([{ start: 0, end: text.length, closed: false }])
    },
  )
})
