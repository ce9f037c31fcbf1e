/**
 * Leaves wording out of mutation testing: no test holds a sentence of a brief, a message or a description, and none should.
 * A literal is wording when it has two words or more, or stands in a field that is there for readers. What carries a value, is
 * compared, looked up or cut into a list of words is none. A plain object, as Stryker declares its plugins.
 */
export const strykerPlugins = [{ kind: 'Ignore', name: 'wording', value: { shouldIgnore } }]

// Helpers

const SENTENCE = /\p{L}\S*\s+\S*\p{L}/u
const FOR_READERS = new Set(['description', 'requires', 'ensures', 'shape', 'self', 'when'])
const LOOKUPS = new Set(['includes', 'startsWith', 'endsWith', 'indexOf', 'has', 'get', 'split', 'join', 'test'])

function shouldIgnore({ node, parent }) {
  const text = textOf(node)
  if (text === undefined || isLookedUp(node, parent)) return undefined
  const isForReaders = parent.type === 'ObjectProperty' && parent.value === node && FOR_READERS.has(parent.key.name)
  return isForReaders || SENTENCE.test(text) ? 'wording' : undefined
}

function textOf(node) {
  if (node.type === 'StringLiteral') return node.value
  return node.type === 'TemplateLiteral' && node.expressions.length === 0 ? node.quasis[0].value.cooked : undefined
}

function isLookedUp(node, parent) {
  if (parent.type === 'BinaryExpression') return parent.operator !== '+'
  if (parent.type === 'ObjectProperty') return parent.key === node
  if (parent.type === 'SwitchCase' || parent.type === 'ImportDeclaration' || parent.type.startsWith('TS')) return true
  if (parent.type !== 'CallExpression' || !parent.arguments.includes(node)) return false
  const { callee } = parent
  return callee.name === 'words' || LOOKUPS.has(callee.property?.name)
}
