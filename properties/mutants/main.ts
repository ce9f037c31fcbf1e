import { readFileSync, writeFileSync } from 'node:fs'
import { resolveSeed } from '../check/seed.ts'
import { killTable } from './kill-table.ts'
import { killTableMarkdown, renderKillTable } from './render-kill-table.ts'

/** `npm run mutants`: every law against the faults it was made for. Exit code 1 when one survives; `--docs` writes docs/laws.md. */
const TRIES = 1_000
const seed = await resolveSeed(undefined)
const kills = await killTable({ tries: TRIES, seed })
const survivors = kills.filter(({ tries }) => tries === null)
console.log(renderKillTable(kills))
console.log(
  survivors.length === 0
    ? `\n${kills.length} of ${kills.length} planted faults found, each by the law made for it, within ${TRIES} tries (seed ${seed}).`
    : `\n${survivors.length} of ${kills.length} planted faults survive ${TRIES} tries (seed ${seed}): ${survivors.map(({ name }) => `"${name}"`).join(', ')}.`,
)
if (process.argv.includes('--docs')) writeInto('docs/laws.md', killTableMarkdown(kills))
process.exitCode = survivors.length === 0 ? 0 : 1

// Helpers

/** Puts the table between its two marks. */
function writeInto(page: string, table: string): void {
  const text = readFileSync(page, 'utf8')
  const [from, to] = ['<!-- kill table -->', '<!-- end of kill table -->'].map((mark) => text.indexOf(mark))
  if (from === undefined || to === undefined || from < 0 || to < from)
    throw new Error(`${page} has no place for the kill table`)
  writeFileSync(page, `${text.slice(0, from)}<!-- kill table -->\n${table}\n${text.slice(to)}`)
}
