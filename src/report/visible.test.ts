import { expect, test } from 'vitest'
import { visible, visibleLine } from './visible.ts'

test.each([
  ['plain text, tab\tand\nline', 'plain text, tab\tand\nline'],
  ['größer 漢字 👩‍💻 “quoted”', 'größer 漢字 👩‍💻 “quoted”'],
  ['\u001b[31mred\u0007', '⟨ESC⟩[31mred⟨BEL⟩'],
  ['\u009b31m \u007f', '⟨U+009B⟩31m ⟨DEL⟩'],
  ['abc\u202etxt.exe\u2066', 'abc⟨U+202E⟩txt.exe⟨U+2066⟩'],
  ['zero\u200bwidth \ufeff \u{e0041}', 'zero⟨U+200B⟩width ⟨U+FEFF⟩ ⟨U+E0041⟩'],
  ['half \ud83d of one', 'half ⟨U+D83D⟩ of one'],
  ['line\r\nend \u2028', 'line\nend ⟨U+2028⟩'],
])('names what would act instead of show (%j)', (text, shown) => {
  expect(visible(text)).toBe(shown)
})

test('on one line line ends are spaces', () => {
  expect(visibleLine('a\r\n\tb\nc')).toBe('a b c')
})
