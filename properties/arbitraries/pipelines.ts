import fc from 'fast-check'

/** A run of services one after the other, as small numbers; zero is what goes well. */
export interface PipelineSketch {
  readonly services: readonly ServiceSketch[]
  /** How the log is written: which arrow, whether it ends, whether it was resumed. */
  readonly arrow: number
  readonly end: number
}

/** One service: what it promises, whom it needs, what became of it. */
export interface ServiceSketch {
  readonly clause: number
  /** How far back its producer stands; 0 for the caller alone. */
  readonly needs: number
  readonly state: number
}

/** Runs of one to five services, in which any may fail, be skipped, leave nothing, or leave something else. */
export const pipelines = (): fc.Arbitrary<PipelineSketch> =>
  fc.record({
    services: fc.array(fc.record({ clause: fc.nat(CLAUSES.length - 1), needs: fc.nat(2), state: weighted }), {
      minLength: 1,
      maxLength: 5,
    }),
    arrow: fc.nat(1),
    end: fc.nat(3),
  })

/** The files of such a run, in the layout with a manifest. */
export function pipelineFiles({ services, arrow, end }: PipelineSketch): ReadonlyMap<string, string> {
  const nodes = services.map((service, i) => nodeOf(service, i))
  const files = new Map<string, string>()
  files.set('root.prose.md', rootOf(nodes.at(-1)!))
  files.set('bindings/caller/question.md', 'Which berths are free?\n')
  files.set('forme.manifest.json', `${JSON.stringify(manifestOf(nodes), null, 2)}\n`)
  for (const { id, output, clause, state } of nodes) {
    files.set(`sources/${id}.prose.md`, sourceOf(id, output, CLAUSES[clause]!.text))
    if (state === 'error') files.set(`workspace/${id}/__error.md`, '---\nerror: gave-up\n---\n\n# Error: gave-up\n')
    const content = contentOf(clause, state)
    if (content === undefined) continue
    files.set(`workspace/${id}/${output}`, content)
    files.set(`bindings/${id}/${output}`, state === 'stale' ? `${content}!` : content)
  }
  files.set('vm.log.md', logOf(nodes, arrow === 0 ? '→' : '->', end))
  return files
}

// Helpers

const STATES = [
  'done',
  'done',
  'done',
  'done',
  'error',
  'skipped',
  'lost',
  'empty',
  'placeholder',
  'stale',
  'unmarked',
  'warned',
] as const
type State = (typeof STATES)[number]
const weighted = fc.nat(STATES.length - 1)

const CLAUSES = [
  { text: 'text, non-empty', content: 'Berth 4 is free until noon.' },
  { text: 'a JSON object with fields `free` and `taken`', content: '{ "free": [4], "taken": [1, 2] }' },
  { text: 'text, non-empty, at least 4 words', content: 'Only berth four is free.' },
  { text: 'a fair account of the harbour', content: 'It is quiet.' },
  { text: 'one of `open`, `closed`', content: 'open' },
  { text: 'text, non-empty, at least 40 words', content: 'Too short for that.' },
] as const

interface Node {
  readonly clause: number
  readonly state: State
  readonly id: string
  readonly output: string
  readonly producer: string | undefined
}

function nodeOf({ clause, needs, state }: ServiceSketch, i: number): Node {
  const producer = needs > 0 && i - needs >= 0 ? `service-${i - needs + 1}` : undefined
  return {
    id: `service-${i + 1}`,
    output: clause === 1 ? 'out.json' : 'out.md',
    clause,
    producer,
    state: STATES[state]!,
  }
}

const contentOf = (clause: number, state: State): string | undefined => {
  if (state === 'error' || state === 'skipped' || state === 'lost') return undefined
  if (state === 'empty') return ''
  return state === 'placeholder' ? 'TODO' : CLAUSES[clause]!.content
}

const sourceOf = (id: string, output: string, clause: string) =>
  `---\nname: ${id}\nkind: service\n---\n\n### Requires\n\n- \`question\`: from caller\n\n### Ensures\n\n- \`${nameOf(output)}\`: ${clause}\n\n### Errors\n\n- \`gave-up\`: the service gave up\n`

const rootOf = ({ output, clause }: Node) =>
  `---\nname: harbour\nkind: function\n---\n\n# harbour\n\n### Parameters\n\n- \`question\`: text, non-empty\n\n### Returns\n\n- \`${nameOf(output)}\`: ${CLAUSES[clause]!.text}\n`

const nameOf = (output: string) => output.slice(0, output.indexOf('.'))

const manifestOf = (nodes: readonly Node[]) => ({
  id: 'harbour',
  systemName: 'harbour',
  sourcePath: 'root.prose.md',
  caller: {
    requires: [{ name: 'question', path: 'bindings/caller/question.md' }],
    returns: [{ name: nameOf(nodes.at(-1)!.output), source: nodes.at(-1)!.id }],
  },
  graph: nodes.map(({ id, output, producer }) => ({
    id,
    sourcePath: `sources/${id}.prose.md`,
    workspacePath: `workspace/${id}/`,
    inputs: [
      { name: 'question', from: 'caller', path: 'bindings/caller/question.md' },
      ...(producer === undefined ? [] : [inputFrom(nodes.find((node) => node.id === producer)!)]),
    ],
    outputs: [
      {
        name: nameOf(output),
        workspacePath: `workspace/${id}/${output}`,
        bindingPath: `bindings/${id}/${output}`,
        public: true,
      },
    ],
    errors: [{ name: 'gave-up' }],
    delegates: [],
  })),
  executionOrder: nodes.map(({ id, producer }) => ({ nodeId: id, dependsOn: [producer ?? 'caller'] })),
  environment: [],
  tools: [],
  warnings: [],
})

const inputFrom = ({ id, output }: Node) => ({
  name: nameOf(output),
  from: 'service',
  sourceNodeId: id,
  sourceOutput: nameOf(output),
  path: `bindings/${id}/${output}`,
})

function logOf(nodes: readonly Node[], arrow: string, end: number): string {
  const marks = nodes.flatMap(({ id, state }) => (state === 'unmarked' ? [] : [`${id} ${MARKS[state]}`]))
  const lines = ['[input] question ✓', ...marks].map((mark, i) => `${i + 1}${arrow} ${mark}`)
  const ends = [
    ['---end 2026-05-12T06:12:00Z'],
    [],
    ['---error gave-up'],
    ['---end 2026-05-12T05:00:00Z (partial)', '---resume 2026-05-12T06:00:00Z', '---end 2026-05-12T06:30:00Z'],
  ]
  return `# run:20260512-061200-a1b2c3 harbour\n\nroot: root.prose.md\n\n${[...lines, ...ends[end]!].join('\n')}\n`
}

const MARKS: { readonly [state in State]: string } = {
  done: '✓',
  error: '✗ gave-up',
  skipped: '∅ skipped',
  lost: '✓',
  empty: '✓',
  placeholder: '✓ (a first version)',
  stale: '✓',
  unmarked: '',
  warned: '⚠ slow',
}
