/**
 * Makes the characters visible that would act instead of show: terminal escapes and other controls, overrides of the
 * writing direction, separators that look like nothing, halves of a character.
 *
 * @param text - from anywhere
 */
export const visible = (text: string): string =>
  PLAIN.test(text) || !ACTING.test(text) ? text : text.replace(ACTING_ALL, named)

/**
 * The same on one line: line ends and tabs become spaces.
 *
 * @param text - from anywhere
 */
export const visibleLine = (text: string): string =>
  visible(/[\r\n\t]/.test(text) ? text.replace(/[\r\n\t]+/g, ' ') : text)

// Helpers

const CLASS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}/u
/** Most texts are this, and it is quick to see. */
const PLAIN = /^[\n\t -~]*$/
const ACTING = CLASS
/** Each of these characters, wherever it stands. */
export const ACTING_ALL = new RegExp(CLASS.source, 'gu')

function named(sign: string): string {
  if (sign === '\r') return ''
  const code = sign.codePointAt(0)!
  return `⟨${CONTROLS[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}⟩`
}

/** The controls that a reader knows by name. */
const CONTROLS: { readonly [code: number]: string } = {
  0: 'NUL',
  7: 'BEL',
  8: 'BS',
  11: 'VT',
  12: 'FF',
  27: 'ESC',
  127: 'DEL',
}
