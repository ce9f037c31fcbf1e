import type { Refusal } from '../gate.ts'
import { HEADLINES } from '../markdown.ts'
import { markdownCode, markdownText } from '../markdown-text.ts'
import type { Judgement } from './judge.ts'

/**
 * Writes what a policy and a baseline say of a run as Markdown for the summary of a GitHub job: beside what the run says of itself.
 *
 * @param judgement - what came out
 */
export function judgementMarkdown({ status, exitCode, level, refusals, advisories }: Judgement): string {
  return [
    '',
    `## ${status === 'pass' ? '✅' : '❌'} Policy: ${HEADLINES[status]}`,
    '',
    `Gate: ${level}. Exit code ${exitCode}.`,
    ...section('Refused', refusals),
    ...section('Advice', advisories),
    '',
  ].join('\n')
}

// Helpers

/** GitHub takes 1 MiB of summary per step; a row has at most a few thousand bytes. */
const ROWS = 100

function section(title: string, refusals: readonly Refusal[]): string[] {
  if (refusals.length === 0) return []
  const rows = refusals
    .slice(0, ROWS)
    .map(({ rule, subject, message }) => `| ${markdownCode(subject)} | ${rule} | ${markdownText(message, 300)} |`)
  const more = refusals.length - rows.length
  return [
    '',
    `### ${title}`,
    '',
    '| case | rule | why |',
    '| --- | --- | --- |',
    ...rows,
    ...(more > 0 ? ['', `… and ${more} more.`] : []),
  ]
}
