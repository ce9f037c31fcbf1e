import { parse, type SourceFile } from './source-file.ts'

/** A place where the engine reads what is no argument: clock, random, environment, locale. */
export interface AmbientUse {
  readonly what: string
  readonly line: number
}

const NAMES = new Set(['Intl', 'randomUUID', 'randomBytes', 'randomInt', 'getRandomValues', 'performance', 'hrtime'])
const MEMBERS = new Set(['Date.now', 'Math.random', 'process.env', 'process.argv', 'process.cwd'])
const METHODS = /^(?:toLocale\w*|localeCompare|getTimezoneOffset|get(?:FullYear|Month|Date|Day|Hours|Minutes))$/

/** Finds every ambient use in a file, by its syntax tree: comments and strings do not count. */
export function ambientUsesOf(file: SourceFile): AmbientUse[] {
  const found: AmbientUse[] = []
  visit(parse(file).program as unknown as Node, (node) => {
    const what = ambient(node)
    if (what !== undefined) found.push({ what, line: file.text.slice(0, node.start).split('\n').length })
  })
  return found
}

// Helpers

interface Node {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

function ambient(node: Node): string | undefined {
  switch (node.type) {
    case 'NewExpression':
      return nameOf(node.callee) === 'Date' && (node.arguments as unknown[]).length === 0 ? 'new Date()' : undefined
    case 'CallExpression':
      return nameOf(node.callee) === 'Date' ? 'Date()' : undefined
    case 'ImportDeclaration':
      return /^(?:node:)?(?:process|perf_hooks|os)$/.test((node.source as { value: string }).value)
        ? 'a module of ambient facts'
        : undefined
    case 'MemberExpression': {
      const property = propertyOf(node)
      if (property === undefined) return undefined
      const member = `${nameOf(node.object)}.${property}`
      if (MEMBERS.has(member)) return member
      return METHODS.test(property) || NAMES.has(property) ? `.${property}` : undefined
    }
    case 'VariableDeclarator':
      return nameOf(node.init) === 'process' ? 'process' : undefined
    case 'Identifier':
      return NAMES.has(node.name as string) ? (node.name as string) : undefined
    default:
      return undefined
  }
}

function propertyOf(node: Node): string | undefined {
  const property = node.property as Node
  if (!node.computed) return property.name as string
  return property.type === 'Literal' ? String(property.value) : undefined
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? (node.name as string) : undefined

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const [field, value] of Object.entries(node)) {
    // A property's own name is looked at where the member is, so that `.performance` counts once.
    if (field === 'property' && node.type === 'MemberExpression' && !node.computed) continue
    if (field === 'key' && !node.computed) continue
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, see)
  }
}
