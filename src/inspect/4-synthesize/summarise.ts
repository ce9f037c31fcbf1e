import type { Extraction } from '../extraction.ts'
import type { Evaluation, Flag, ServiceReport } from '../inspection.ts'
import { escapeMarkdown } from './escape-markdown.ts'

/** Two or three sentences of Markdown; a fail leads with its worst flag and the evidence for it. */
export function summarise(extraction: Extraction, evaluation: Evaluation): string {
  const { verdict, runtime_fidelity: fidelity, task_effectiveness: effectiveness } = evaluation
  const subject = `Run ${escapeMarkdown(extraction.run_id)} of **${escapeMarkdown(extraction.system_name)}**`
  const scores = `runtime fidelity ${fidelity.score}, task effectiveness ${effectiveness.score}`
  const result = `${subject} ${VERBS[verdict]} at depth ${extraction.depth}: ${scores}.`
  const [worst] = evaluation.flags
  if (verdict === 'fail') return `${worst ? `${sentenceOf(worst)} ` : ''}${result}`
  const count = (status: ServiceReport['status']) => evaluation.services.filter((each) => each.status === status).length
  const others = OTHERS.flatMap((status) => (count(status) === 0 ? [] : `${count(status)} ${status}`))
  const told = others.length === 0 ? '' : ` (${others.join(', ')})`
  const services = `${count('completed')} of ${evaluation.services.length} services completed${told}`
  const shown = worst && worst.severity !== 'info' ? ` ${sentenceOf(worst)}` : ''
  return `${result} ${services}${shown === '' ? ', and nothing calls for attention' : ''}.${shown}`
}

// Helpers

/** How services may stand that did not complete. */
const OTHERS = ['failed', 'skipped', 'pending', 'unknown'] as const

const VERBS = { pass: 'passes', partial: 'passes in part', fail: 'fails' } as const

function sentenceOf({ id, description, evidence: [first] }: Flag): string {
  const place = first && `${escapeMarkdown(first.path)}${first.line === undefined ? '' : `:${first.line}`}`
  const excerpt = first && first.excerpt !== '' ? `, “${escapeMarkdown(first.excerpt.replace(/\.$/u, ''))}”` : ''
  const said = escapeMarkdown(description.replace(/\.$/u, ''))
  return `**${id}**: ${said}${place ? ` (${place}${excerpt})` : ''}.`
}
