import { expect, test } from 'vitest'
import { FLAGS, worstFirst } from './flag-table.ts'

test('each flag has its severity for fidelity, for effectiveness and by itself, and a layer', () => {
  expect(
    Object.entries(FLAGS).map(([id, { fidelity, effectiveness, severity, layer }]) =>
      [id, fidelity ?? '-', effectiveness ?? '-', severity, layer].join(' '),
    ),
  ).toMatchInlineSnapshot(`
    [
      "incomplete-run critical - critical host-runtime",
      "missing-artifact critical critical critical host-runtime",
      "root-output-missing - critical critical prose",
      "root-output-placeholder - critical critical prose",
      "missing-output critical warning critical prose",
      "empty-output critical warning critical prose",
      "order-violated critical - critical forme",
      "marked-without-output critical - critical host-runtime",
      "unhandled-error critical - critical prose",
      "path-outside-run critical - critical forme",
      "receipt-broken critical - critical host-runtime",
      "arbitration-outside-list critical - critical host-runtime",
      "root-clause-violated - critical critical prose",
      "clause-violated - warning warning prose",
      "placeholder-output - warning warning prose",
      "output-without-mark warning - warning host-runtime",
      "error-without-mark warning - warning host-runtime",
      "mark-without-error-file warning - warning host-runtime",
      "undeclared-error warning - warning prose",
      "shape-violated warning - warning prose",
      "stale-binding warning - warning host-runtime",
      "parallel-unbalanced warning - warning host-runtime",
      "manifest-irregular warning - warning forme",
      "unreadable-decision warning - warning prose",
      "conflicting-evidence warning - warning host-runtime",
      "arbitration-broken warning - warning host-runtime",
      "budget-exhausted - warning warning prose",
      "handled-error - - info prose",
      "clause-unevaluable - - info prose",
      "duplicate-completion - - info host-runtime",
      "resumed-run - - info host-runtime",
      "timing-unknown - - info host-runtime",
      "arbitration-default - - info prose",
    ]
  `)
})

test('each flag says when it is raised and what to do', () => {
  for (const { raised, remedy } of Object.values(FLAGS)) {
    expect(raised).toMatch(/\S \S/)
    expect(remedy).toMatch(/\S \S/)
  }
})

test('the worst flags come first, and equal ones in the order of the table', () => {
  const ids = ['resumed-run', 'clause-violated', 'stale-binding', 'order-violated', 'missing-artifact'] as const
  const flags = ids.map((id) => ({
    id,
    severity: FLAGS[id].severity,
    description: '',
    evidence: [],
    layer: 'prose' as const,
  }))
  expect(worstFirst(flags).map(({ id }) => id)).toEqual([
    'missing-artifact',
    'order-violated',
    ...Object.keys(FLAGS).filter((id) => id === 'clause-violated' || id === 'stale-binding'),
    'resumed-run',
  ])
})
