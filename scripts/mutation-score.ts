import { readFileSync } from 'node:fs'

/**
 * What Stryker found, counted: `npm run mutation` ends with it. Wording of briefs and descriptions is counted apart: no test
 * holds a sentence, and none should. Exit code 1 under the score to reach.
 */
const REACH = 90

interface Report {
  readonly files: { readonly [file: string]: { readonly source: string; readonly mutants: readonly Mutant[] } }
}

interface Mutant {
  readonly mutatorName: string
  readonly status: string
  readonly replacement?: string
  readonly location: { readonly start: { readonly line: number; readonly column: number } }
}

const report = JSON.parse(readFileSync('.tribunal/mutation/mutation.json', 'utf8')) as Report
const all = Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
  mutants.map((mutant) => ({ file, ...mutant, line: source.split('\n')[mutant.location.start.line - 1] ?? '' })),
)
const counted = all.filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status))
const wording = counted.filter(isWording)
const logic = counted.filter((mutant) => !isWording(mutant))

for (const mutant of logic.filter(isAlive)) {
  const { file, location, mutatorName, replacement, status } = mutant
  console.log(
    `${file}:${location.start.line}:${location.start.column}  ${mutatorName} → ${shortened(replacement)}  ${status}`,
  )
}
for (const [folder, mutants] of byFolder(logic)) console.log(`${folder}: ${score(mutants)}`)
console.log(`logic: ${score(logic)}`)
console.log(`wording: ${score(wording)}`)
process.exitCode = share(logic) >= REACH ? 0 : 1

// Helpers

function isAlive({ status }: Mutant): boolean {
  return status === 'Survived' || status === 'NoCoverage'
}

/** A string of several words, or a template: a sentence for a model or a reader. */
function isWording({ mutatorName, line }: { readonly mutatorName: string; readonly line: string }): boolean {
  return mutatorName === 'StringLiteral' && /['"`][^'"`]*\s[^'"`]*\s[^'"`]*/.test(line)
}

function share(mutants: readonly Mutant[]): number {
  return mutants.length === 0 ? 100 : (100 * mutants.filter((mutant) => !isAlive(mutant)).length) / mutants.length
}

function score(mutants: readonly Mutant[]): string {
  return `${mutants.filter((mutant) => !isAlive(mutant)).length} of ${mutants.length} killed, ${share(mutants).toFixed(1)} %`
}

function byFolder(mutants: readonly (Mutant & { readonly file: string })[]) {
  const folders = new Map<string, Mutant[]>()
  for (const mutant of mutants) {
    const folder = mutant.file
      .split('/')
      .slice(0, mutant.file.startsWith('src/inspect') ? 3 : 2)
      .join('/')
    folders.set(folder, [...(folders.get(folder) ?? []), mutant])
  }
  return folders
}

function shortened(text = ''): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 60)}…` : line
}
