import { describe, expect, test } from 'vitest'
import { SAMPLE_RUNS } from '../../test/composites/sample-runs.ts'
import { soloist } from '../../test/composites/soloist.ts'
import { scripted } from '../providers/scripted.ts'
import { runCompositeSync } from '../run/run-composite.ts'
import { renderRunFiles } from './render-run-files.ts'

const filesOf = (name: string) => renderRunFiles(SAMPLE_RUNS[name]!)

describe('the files of a run', () => {
  test('lie where an OpenProse run has them', () => {
    expect([...filesOf('accepted').keys()]).toMatchInlineSnapshot(`
      [
        "bindings/caller/criteria.md",
        "bindings/caller/task_brief.md",
        "bindings/critic/verdict.md",
        "bindings/worker/result.md",
        "forme.manifest.json",
        "root.prose.md",
        "sources/critic.prose.md",
        "sources/worker.prose.md",
        "trace.json",
        "vm.log.md",
        "workspace/critic/1/brief.md",
        "workspace/critic/1/verdict.md",
        "workspace/critic/2/brief.md",
        "workspace/critic/2/verdict.md",
        "workspace/worker/1/brief.md",
        "workspace/worker/1/result.md",
        "workspace/worker/2/brief.md",
        "workspace/worker/2/result.md",
      ]
    `)
  })

  test('hold each brief and each reply in a folder per call, and the last reply as the binding', () => {
    const files = filesOf('accepted')
    expect(files.get('workspace/worker/1/brief.md')).toBe('Write about the tides.')
    expect(files.get('workspace/worker/1/result.md')).toBe('The moon pulls.')
    expect(files.get('workspace/worker/2/brief.md')).toContain('[withheld]')
    expect(files.get('bindings/worker/result.md')).toBe('It pulls (NOAA).')
  })

  test('hold what the caller gave, and that it was the caller', () => {
    expect(filesOf('accepted').get('bindings/caller/task_brief.md')).toBe(
      '---\nname: task_brief\nbinding: input\nsource: caller\n---\n\nWrite about the tides.\n',
    )
  })

  test('hold the contract of the composite and of each slot', () => {
    expect(filesOf('accepted').get('root.prose.md')).toMatchInlineSnapshot(`
      "---
      name: worker-critic
      kind: function
      ---

      # worker-critic

      Improves a piece of work by evaluating it against criteria until it is accepted or the rounds run out.

      ### Parameters

      - \`task_brief\`: text, non-empty
      - \`criteria\`: text, non-empty

      ### Shape

      - self: count the rounds, pass what was found wanting back to the worker, return what was accepted
      - delegates worker: do the task
      - delegates critic: evaluate the result by the criteria

      ### Returns

      - \`result\`: text, non-empty
      "
    `)
    expect(filesOf('accepted').get('sources/critic.prose.md')).toMatchInlineSnapshot(`
      "---
      name: critic
      kind: service
      ---

      # critic

      a verdict with its reasons, the issues found and suggestions

      ### Requires

      - the task, the criteria and the result

      ### Ensures

      - \`verdict\`: text, non-empty
      "
    `)
  })

  test('hold nothing private but in the trace', () => {
    for (const [path, content] of filesOf('aborted'))
      expect([path, content.includes('Went well.')]).toEqual([path, path === 'trace.json'])
  })

  test('hold the error of a call that failed', () => {
    const files = filesOf('failed inside')
    expect(files.get('imports/right--1/workspace/worker/__error.md')).toBe(
      '---\nerror: status\n---\n\n# Error: status\n\nThe provider answered 429.\n',
    )
    expect(files.has('workspace/right/__error.md')).toBe(true)
    expect(files.has('bindings/right/right.md')).toBe(false)
  })

  test('of a run inside it are those of a run by itself, under imports', () => {
    const files = filesOf('nested')
    const inside = [...files.keys()].filter((path) => path.startsWith('imports/'))
    expect(inside).toContain('imports/right--1/vm.log.md')
    expect(inside).toContain('imports/right--1/trace.json')
    expect(inside).toContain('imports/right--1/bindings/critic/verdict.md')
    expect(files.get('workspace/right/1/right.md')).toBe('b2')
  })

  test('are in code-unit order, and the same each time', () => {
    for (const run of Object.values(SAMPLE_RUNS)) {
      const paths = [...renderRunFiles(run).keys()]
      expect(paths).toEqual([...paths].sort())
      expect([...renderRunFiles(run)]).toEqual([...renderRunFiles(run)])
    }
  })

  test('are the same after a run went through JSON', () => {
    for (const run of Object.values(SAMPLE_RUNS))
      expect([...renderRunFiles(JSON.parse(JSON.stringify(run)))]).toEqual([...renderRunFiles(run)])
  })

  test('name no path that leads out of the directory, whatever a slot is called', () => {
    for (const name of Object.keys(SAMPLE_RUNS))
      for (const path of filesOf(name).keys())
        expect(path).toMatch(/^[\w-]+(?:\/[\w-]+)*\.(?:prose\.md|md|json|manifest\.json|log\.md)$/)
  })

  test('of an input that is no text hold it as JSON', () => {
    const composite = soloist({ input: { task_brief: { type: 'string' }, facts: { type: 'object' } } })
    const options = { input: { task_brief: 'x', facts: { n: 1 } }, model: scripted({ speaker: ['y'] }) }
    const files = renderRunFiles(runCompositeSync(composite, options as never))
    expect(files.get('bindings/caller/facts.md')).toContain('{\n  "n": 1\n}')
  })
})

test('a record that does not begin as a run is refused', () => {
  const run = { ...SAMPLE_RUNS.accepted!, events: [] }
  expect(() => renderRunFiles(run)).toThrow(expect.objectContaining({ code: 'invalid-input' }))
})

describe('the manifest', () => {
  const manifestOf = (name: string) => JSON.parse(filesOf(name).get('forme.manifest.json')!)

  test('wires the slots as must says, one node for a slot that loops', () => {
    expect(manifestOf('accepted').graph).toMatchInlineSnapshot(`
      [
        {
          "delegates": [],
          "errors": [],
          "id": "worker",
          "inputs": [
            {
              "from": "caller",
              "name": "task_brief",
              "path": "bindings/caller/task_brief.md",
            },
          ],
          "loop": {
            "bound": "max_rounds",
            "limit": 3,
          },
          "outputs": [
            {
              "bindingPath": "bindings/worker/result.md",
              "name": "result",
              "public": true,
              "workspacePath": "workspace/worker/2/result.md",
            },
          ],
          "sideChannelInputs": [
            {
              "from": "service",
              "name": "verdict",
              "path": "bindings/critic/verdict.md",
              "sourceNodeId": "critic",
              "sourceOutput": "verdict",
            },
          ],
          "sourcePath": "sources/worker.prose.md",
          "workspacePath": "workspace/worker/",
        },
        {
          "delegates": [],
          "errors": [],
          "id": "critic",
          "inputs": [
            {
              "from": "caller",
              "name": "task_brief",
              "path": "bindings/caller/task_brief.md",
            },
            {
              "from": "caller",
              "name": "criteria",
              "path": "bindings/caller/criteria.md",
            },
            {
              "from": "service",
              "name": "result",
              "path": "bindings/worker/result.md",
              "sourceNodeId": "worker",
              "sourceOutput": "result",
            },
          ],
          "loop": {
            "bound": "max_rounds",
            "limit": 3,
          },
          "outputs": [
            {
              "bindingPath": "bindings/critic/verdict.md",
              "name": "verdict",
              "public": true,
              "workspacePath": "workspace/critic/2/verdict.md",
            },
          ],
          "sideChannelInputs": [],
          "sourcePath": "sources/critic.prose.md",
          "workspacePath": "workspace/critic/",
        },
      ]
    `)
  })

  test('orders them by what a slot needs the first time', () => {
    expect(manifestOf('adjusted').executionOrder).toEqual([
      { nodeId: 'actor', dependsOn: ['caller'] },
      { nodeId: 'observer', dependsOn: ['caller', 'actor'] },
      { nodeId: 'arbiter', dependsOn: ['caller', 'observer'] },
    ])
  })

  test('returns the bindings that the result is made of', () => {
    expect(manifestOf('unresolved').caller.returns).toEqual([
      { name: 'proposal', source: 'proposer' },
      { name: 'attack', source: 'adversary' },
    ])
  })

  test('names files that are there, in every run that completed', () => {
    for (const [name, run] of Object.entries(SAMPLE_RUNS)) {
      if (run.status === 'failed') continue
      const files = filesOf(name)
      for (const { sourcePath, outputs } of manifestOf(name).graph) {
        expect(files.has(sourcePath)).toBe(true)
        expect(files.get(outputs[0].bindingPath)).toBe(files.get(outputs[0].workspacePath))
        expect(files.has(outputs[0].bindingPath)).toBe(true)
      }
    }
  })
})
