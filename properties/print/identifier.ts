/** A name as code can have it: what stands between letters and digits goes, as in `my-loop` or `bound review`. */
export function identifierOf(given: string): string {
  const camel = given
    .replace(/^bound /, '')
    .replace(/[^\p{ID_Continue}$]+(.?)/gu, (_, letter: string) => letter.toUpperCase())
  if (camel === '') return its('subject')
  const name = camel.charAt(0) === given.charAt(0) ? camel : `${camel.charAt(0).toLowerCase()}${camel.slice(1)}`
  return isWord(name) && !RESERVED.has(name) ? name : its(name)
}

/** What to import a name as, so that nothing else in a test to paste is called the same. */
export function importedAs(name: string): { readonly imported: string; readonly called: string } {
  if (!TAKEN.has(name) && !RESERVED.has(name)) return { imported: name, called: name }
  const called = its(name)
  return { imported: `${name} as ${called}`, called }
}

// Helpers

const isWord = (text: string): boolean => /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(text)

const its = (name: string): string => `my${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** Words of the language that are no names. */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for ' +
    'function if implements import in instanceof interface let new null package private protected public return static super switch ' +
    'this throw true try typeof undefined var void while with yield'
  ).split(' '),
)

/** Names that a test to paste has by itself. */
const TAKEN = new Set([
  ...['run', 'twin', 'asked', 'time', 'kind', 'test', 'expect', 'Set', 'JSON'],
  ...['scripted', 'runProgram', 'runCompositeSync', 'runComposite', 'answeringInOrder', 'checkInvariants'],
  ...['presence', 'taint', 'noninterference', 'determinacy', 'bounds'],
  ...['say', 'accept', 'reject', 'decide', 'fault'],
])
