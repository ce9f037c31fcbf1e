/** Whether a text in the place of a list says that there is nothing in it. */
export const saysNothing = (text: string): boolean => /^\(?(?:none|nothing|n\/a|[-—–]?)\)?\.?$/iu.test(text.trim())
