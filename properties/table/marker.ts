/**
 * The marker of a name, the same whenever and wherever; it tells the data of a try apart. It is `zq` and 26 letters of a hash:
 * fixed width, one case, safe in JSON and URLs, no shared prefix; shorter ones give false alarms. Source: docs/information-flow.md, check 2.
 */
export function markerOf(name: string): string {
  let marker = known.get(name)
  if (marker === undefined) {
    if (known.size >= MOST_KNOWN) known.clear()
    marker = `zq${lettersOf(name)}`
    known.set(name, marker)
  }
  return marker
}

/** The markers in a text that has neither white space nor capitals left. */
export const markersIn = (text: string): readonly string[] => (text.includes('zq') ? (text.match(MARKER) ?? []) : [])

/** The markers that a text gives as its own, outside any «quote». */
export function ownMarkersIn(text: string): readonly string[] {
  if (!text.includes('zq')) return []
  return text.includes('«') ? markersIn(text.replace(QUOTE, ' ')) : markersIn(text)
}

/** Writes a text as a quote that a reader, and {@link ownMarkersIn}, can tell from the words around it. */
export const quoted = (text: string): string => `«${text}»`

// Helpers

const MARKER = /zq[a-z]{26}/g
const QUOTE = /«[^«»]*»/g

// A try has a few hundred names at most, and they come back in the next one.
const MOST_KNOWN = 20_000
const known = new Map<string, string>()

function lettersOf(name: string): string {
  let letters = ''
  for (let part = 0; letters.length < 26; part++) {
    let rest = hash(name, part)
    for (let i = 0; i < 6 && letters.length < 26; i++) {
      letters += String.fromCharCode(97 + (rest % 26))
      rest = Math.floor(rest / 26)
    }
  }
  return letters
}

/** FNV-1a with a salt, mixed at the end so that names that differ in one letter share nothing. */
function hash(text: string, salt: number): number {
  let h = (0x811c9dc5 ^ Math.imul(salt + 1, 0x9e3779b1)) | 0
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
