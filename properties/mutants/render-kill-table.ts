import type { Kill } from './kill-table.ts'

/** The kill table as lines for a terminal: subject, what is wrong, law, in which try. */
export function renderKillTable(kills: readonly Kill[]): string {
  const rows = kills.map(({ subject, name, law, tries }) => [
    subject,
    name,
    law,
    tries === null ? 'SURVIVED' : String(tries),
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

/** The kill table as Markdown, one row per subject and law. */
export function killTableMarkdown(kills: readonly Kill[]): string {
  const groups = new Map<string, Kill[]>()
  for (const kill of kills) {
    const key = `${kill.subject} | ${kill.law}`
    groups.set(key, [...(groups.get(key) ?? []), kill])
  }
  const rows = [...groups].map(([key, group]) => {
    const latest = Math.max(...group.map(({ tries }) => tries ?? 0))
    const survived = group.filter(({ tries }) => tries === null).length
    const faults = group.map(({ name }) => name.replaceAll('|', '\\|')).join('; ')
    return `| ${key} | ${group.length - survived}/${group.length} | ${latest} | ${faults} |`
  })
  return [
    '| subject | law | killed | at the latest in try | faults planted |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}
