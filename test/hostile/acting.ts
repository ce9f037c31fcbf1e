/** Characters that act on a terminal instead of showing: controls, but for the line end, and overrides of the writing direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
export const ACTING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u
