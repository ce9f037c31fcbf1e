import { readFileSync, writeFileSync } from 'node:fs'
import { resolveSeed } from '../check/seed.ts'
import { killTable } from './kill-table.ts'
import { tableIn, timeless, withTable } from './kill-table-page.ts'
import { killTableMarkdown, renderKillTable } from './render-kill-table.ts'

/**
 * `npm run mutants`: every law against the faults it was made for. Exit code 1 when one survives, or when docs/laws.md shows another
 * table; `--docs` writes that.
 */
const TRIES = 1_000
const PAGE = 'docs/laws.md'
const seed = await resolveSeed(undefined)
const kills = await killTable({ tries: TRIES, seed })
const survivors = kills.filter(({ tries }) => tries === null)
console.log(renderKillTable(kills))
console.log(
  survivors.length === 0
    ? `\n${kills.length} of ${kills.length} planted faults found, each by the law made for it, within ${TRIES} tries (seed ${seed}).`
    : `\n${survivors.length} of ${kills.length} planted faults survive ${TRIES} tries (seed ${seed}): ${survivors.map(({ name }) => `"${name}"`).join(', ')}.`,
)
const page = readFileSync(PAGE, 'utf8')
const table = killTableMarkdown(kills)
const current = process.argv.includes('--docs') || tableIn(page) === timeless(table)
if (process.argv.includes('--docs')) writeFileSync(PAGE, withTable(page, table))
if (!current) console.log(`The table of ${PAGE} is out of date. Write it anew: npm run mutants -- --docs`)
process.exitCode = survivors.length === 0 && current ? 0 : 1
