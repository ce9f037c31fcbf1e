import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readFormeManifest } from './read-forme-manifest.ts'
import { runPath } from './run-path.ts'

const strict = () => JSON.parse(readFileSync('fixtures/runs/perfect/forme.manifest.json', 'utf8'))
const changed = (change: (manifest: ReturnType<typeof strict>) => void) => {
  const manifest = strict()
  change(manifest)
  return readFormeManifest(manifest)
}
const pointers = (change: Parameters<typeof changed>[0]) => changed(change).irregular.map(({ pointer }) => pointer)

describe('a manifest', () => {
  test('may name what it returns with its service, and whether it is public in a text, and is held to both', () => {
    const { returns, services } = changed((m) => {
      m.caller.returns[1].source = 'publisher.index'
      m.graph[5].outputs[1].public = 'yes'
    })
    expect(returns[1]).toMatchObject({ name: 'index', service: 'publisher', path: 'bindings/publisher/index.json' })
    expect(services[5]?.outputs[1]?.binding).toBe('bindings/publisher/index.json')
  })

  test('that keeps the rules is read without a remark', () => {
    const { irregular, outside, services, edges, returns } = readFormeManifest(strict())
    expect({ irregular, outside }).toEqual({ irregular: [], outside: [] })
    expect(services).toHaveLength(6)
    expect(edges).toHaveLength(7)
    expect(returns.map(({ path }) => path)).toEqual(['bindings/publisher/bulletin.md', 'bindings/publisher/index.json'])
  })

  test.each<[string, Parameters<typeof changed>[0], string]>([
    ['an error as text', (m) => m.graph[0].errors.push('late'), '/graph/0/errors/1'],
    ['a warning as object', (m) => m.warnings.push({ code: 'x' }), '/warnings/0'],
    [
      'warnings that are no list',
      (m) => {
        m.warnings = 'one text'
      },
      '/warnings',
    ],
    [
      'a derivation that is no object',
      (m) => {
        m.derivation = 'backfilled'
      },
      '/derivation',
    ],
    [
      'no caller',
      (m) => {
        delete m.caller
      },
      '/caller',
    ],
    [
      'a switch that is a text',
      (m) => {
        m.graph[0].outputs[0].public = 'true'
      },
      '/graph/0/outputs/0/public',
    ],
    [
      'an object in the place of a name',
      (m) => {
        m.executionOrder[0] = { parallel: [{ nodeId: 'tide-reader' }], dependsOn: ['caller'] }
      },
      '/executionOrder/0/parallel/0',
    ],
    [
      'a dependency that is no list',
      (m) => {
        m.executionOrder[0].dependsOn = 'caller'
      },
      '/executionOrder/0/dependsOn',
    ],
    [
      'an input from nowhere',
      (m) => {
        m.graph[0].inputs[0].from = 'synthetic'
      },
      '/graph/0/inputs/0/from',
    ],
    [
      'a step without a node',
      (m) => {
        m.executionOrder[0] = { parallel: ['tide-reader'], dependsOn: ['caller'] }
      },
      '/executionOrder/0/nodeId',
    ],
    ['a service that is not in the order', (m) => m.executionOrder.pop(), '/executionOrder'],
    ['a service twice in the order', (m) => m.executionOrder.push(m.executionOrder[0]), '/executionOrder/6/nodeId'],
    [
      'a dependency that is no service',
      (m) => m.executionOrder[0].dependsOn.push('ghost'),
      '/executionOrder/0/dependsOn',
    ],
    [
      'a dependency that comes later',
      (m) => m.executionOrder[0].dependsOn.push('editor'),
      '/executionOrder/0/dependsOn',
    ],
    [
      'a dependency left out',
      (m) => {
        m.executionOrder[0].dependsOn = []
      },
      '/executionOrder/0/dependsOn',
    ],
    [
      'a return that nobody gives',
      (m) => m.caller.returns.push({ name: 'x', source: 'editor' }),
      '/caller/returns/2/source',
    ],
    ['a service named twice', (m) => m.graph.push(m.graph[0]), '/graph'],
    [
      'a graph that is no list',
      (m) => {
        m.caller.requires = 'all'
      },
      '/caller/requires',
    ],
  ])('with %s is irregular there', (_, change, pointer) => {
    expect(pointers(change)).toContain(pointer)
  })

  test.each<[string, Parameters<typeof changed>[0], string]>([
    [
      'a field of an output',
      (m) => {
        m.graph[2].inputs[0].sourceOutput = 'tides.first'
      },
      '/graph/2/inputs/0/sourceOutput',
    ],
    [
      'a service that is none',
      (m) => {
        m.graph[2].inputs[0].sourceNodeId = 'ghost'
      },
      '/graph/2/inputs/0/sourceNodeId',
    ],
  ])('with an input from %s is irregular at that input', (_, change, pointer) => {
    expect(pointers(change)).toContain(pointer)
  })

  test('may hold what only some of its kind hold, and is no less regular for it', () => {
    const { irregular, services, omitted, inputs, runId, returns } = changed((m) => {
      m.runId = '20260512-060100-a1b2c3'
      m.pinnedExecution = true
      m.derivation = { kind: 'subset', omitted_services: ['proof-reader'], note: 'written afterwards' }
      m.trace = { vm_log: 'vm.log.md', upstream_runs: [{ run_id: 'x' }] }
      m.caller.requires[0].default = 'Eastquay'
      m.caller.requires.push({ name: 'before', type: 'run', optional: true, path: 'bindings/caller/before.md' })
      m.executionOrder[0].step = 1
      m.graph[4].errors.push({ name: 'ink-out', description: 'dry' })
      m.graph[4].shape = { self: ['write'], prohibited: ['any paid call'] }
      m.graph[5].outputs[0].conditional = 'when there is a plan'
      m.graph[5].outputs[0].workspacePath = 'workspace/press/bulletin.md'
      m.graph[5].outputs[0].bindingPath = 'bindings/press/bulletin.md'
    })
    expect(irregular).toEqual([])
    expect([runId, omitted]).toEqual(['20260512-060100-a1b2c3', ['proof-reader']])
    expect(inputs.map(({ name, optional }) => [name, optional])).toEqual([
      ['harbour', true],
      ['day', false],
      ['before', true],
    ])
    expect([services[4]?.errors, services[4]?.prohibited]).toEqual([['ink-out'], ['any paid call']])
    expect(services[5]?.outputs[0]).toEqual({
      name: 'bulletin',
      workspace: 'workspace/press/bulletin.md',
      binding: 'bindings/press/bulletin.md',
      conditional: true,
    })
    expect(returns[0]).toMatchObject({ path: 'bindings/press/bulletin.md', optional: true })
  })

  test('that asks for a circle is left without the edge that closes it', () => {
    const { edges, irregular } = changed((m) => m.executionOrder[0].dependsOn.push('publisher'))
    expect(edges).not.toContainEqual({ producer: 'publisher', consumer: 'tide-reader' })
    expect(irregular.map(({ message }) => message)).toContain(
      '"tide-reader" is to follow "publisher" and to precede it',
    )
  })

  test('keeps fragments and dotted sources apart from the path', () => {
    const { services } = changed((m) => {
      m.graph[2].inputs[0].path = 'bindings/tide-reader/tides.json#first'
    })
    expect(services[2]?.inputs[0]?.path).toBe('bindings/tide-reader/tides.json')
  })

  test('names paths that lead out and follows none of them', () => {
    const { outside, services } = changed((m) => {
      m.graph[0].outputs[0].bindingPath = '../../etc/passwd'
      m.graph[1].sourcePath = '/etc/passwd'
    })
    expect(outside.map(({ pointer }) => pointer)).toEqual(['/graph/0/outputs/0/bindingPath', '/graph/1/sourcePath'])
    expect(services[1]?.source).toBeNull()
  })

  test('may name a service __proto__', () => {
    const { services } = changed((m) => {
      m.graph[0].id = '__proto__'
    })
    expect(services[0]?.name).toBe('__proto__')
  })
})

describe('a path', () => {
  test.each([
    ['a/./b//c.md', 'a/b/c.md'],
    ['a/b/../c.md#x', 'a/c.md'],
    ['workspace/a/', 'workspace/a'],
  ])('%s stays inside', (path, inside) => {
    expect(runPath(path)).toEqual({ inside })
  })

  test.each([
    '../a',
    'a/../../b',
    '/a',
    '\\a',
    '~/a',
    'C:\\a',
    'a\\..\\..\\b',
    'file:///a',
    'https://a.example/b',
    '',
    'a\0b',
  ])('%j leads out', (path) => {
    expect(runPath(path)).toEqual({ outside: path })
  })
})
