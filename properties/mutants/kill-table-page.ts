/** The kill table as it stands between its marks on a page, without the tries in which faults were found. */
export const tableIn = (page: string): string => timeless(page.slice(...placeIn(page)).trim())

/** The page with another table. */
export function withTable(page: string, table: string): string {
  const [from, to] = placeIn(page)
  return `${page.slice(0, from)}\n${table}\n${page.slice(to)}`
}

/** A table without the tries: these change with every text that is generated otherwise, and say nothing new. */
export const timeless = (table: string): string => table.replace(/^((?:\|[^|]*){3}\|)[^|]*\|/gm, '$1')

// Helpers

const BEGIN = '<!-- kill table -->'
const END = '<!-- end of kill table -->'

function placeIn(page: string): [from: number, to: number] {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from) throw new Error('the page has no place for the kill table')
  return [from + BEGIN.length, to]
}
