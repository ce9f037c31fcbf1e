import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parse } from '../architecture/source-file.ts'
import { type DocComment, readDocComment } from './doc-comment.ts'

/** One name that an entry of the package exports, with what its docstring says. */
export interface PublicName {
  readonly name: string
  readonly kind: 'function' | 'class' | 'value' | 'type'
  /** Where it is declared, from the project's root. */
  readonly file: string
  readonly line: number
  /** Names of a function's parameters; undefined stands for one that is taken apart on the spot. */
  readonly parameters: readonly (string | undefined)[]
  readonly doc: DocComment | undefined
}

/** Every name that a module exports, in code-unit order; follows re-exports down to the declarations. */
export function publicNamesOf(root: string, entry: string): PublicName[] {
  const names = new Map<string, PublicName>()
  collect(root, entry, names)
  return [...names.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

// Helpers

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  // biome-ignore lint/suspicious/noExplicitAny: a syntax tree is looked into, field by field
  readonly [field: string]: any
}

function collect(root: string, file: string, names: Map<string, PublicName>): void {
  const module = readModule(root, file)
  for (const node of module.body) {
    if (node.type === 'ExportAllDeclaration' && node.exported === null)
      collect(root, resolve(file, node.source.value), names)
    if (node.type === 'ExportDefaultDeclaration') add(names, describe(module, 'default', node, node.declaration))
    if (node.type !== 'ExportNamedDeclaration') continue
    if (node.declaration)
      for (const { name, inner } of declared(node.declaration)) add(names, describe(module, name, node, inner))
    for (const specifier of node.specifiers) {
      const local = specifier.local.name ?? specifier.local.value
      const found = node.source ? find(root, resolve(file, node.source.value), local) : find(root, file, local)
      if (found) add(names, { ...found, name: specifier.exported.name ?? specifier.exported.value })
      else throw new Error(`${file} exports ${local}, whose declaration was not found`)
    }
  }
}

/** Finds a declaration by name in a file, exported there or not, or behind an import or a re-export. */
function find(root: string, file: string, name: string): PublicName | undefined {
  const module = readModule(root, file)
  for (const node of module.body) {
    const inner = node.type === 'ExportNamedDeclaration' ? node.declaration : node
    for (const it of inner ? declared(inner) : []) if (it.name === name) return describe(module, name, node, it.inner)
    for (const specifier of node.specifiers ?? []) {
      const here = node.type === 'ImportDeclaration' ? specifier.local.name : specifier.exported?.name
      const there = node.type === 'ImportDeclaration' ? specifier.imported?.name : specifier.local?.name
      if (here === name && node.source && there) return find(root, resolve(file, node.source.value), there)
    }
    if (node.type === 'ExportAllDeclaration' && node.exported === null) {
      const found = find(root, resolve(file, node.source.value), name)
      if (found) return found
    }
  }
  return undefined
}

interface Module {
  readonly file: string
  readonly text: string
  readonly body: readonly Node[]
  readonly comments: readonly { readonly value: string; readonly start: number; readonly end: number }[]
}

const modules = new Map<string, Module>()

function readModule(root: string, file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const text = readFileSync(join(root, file), 'utf8')
  const { program, comments } = parse({ path: file, text })
  const module = { file, text, body: program.body as unknown as Node[], comments }
  modules.set(file, module)
  return module
}

function describe({ file, text, comments }: Module, name: string, statement: Node, inner: Node): PublicName {
  const comment = docBefore(text, comments, statement.start)
  const callable = inner.type === 'VariableDeclarator' ? inner.init : inner
  const isFunction = /Function/.test(callable?.type ?? '')
  return {
    name,
    kind:
      /^TS/.test(inner.type) && !isFunction
        ? 'type'
        : isFunction
          ? 'function'
          : /Class/.test(inner.type)
            ? 'class'
            : 'value',
    file,
    line: text.slice(0, statement.start).split('\n').length,
    parameters: isFunction ? parametersOf(callable) : [],
    doc: comment && readDocComment(comment.value),
  }
}

/** The docstring that stands right before a place; notes to tools may stand in between. */
function docBefore(text: string, comments: Module['comments'], place: number) {
  for (const comment of comments.filter(({ end }) => end <= place).reverse()) {
    if (text.slice(comment.end, place).trim() !== '') return undefined
    if (comment.value.startsWith('*')) return comment
    place = comment.start
  }
  return undefined
}

const parametersOf = (node: Node): (string | undefined)[] =>
  (node.params as Node[])
    .map((param) =>
      param.type === 'AssignmentPattern' ? param.left : param.type === 'RestElement' ? param.argument : param,
    )
    .map((param) => param.name as string | undefined)
    .filter((name) => name !== 'this')

function declared(node: Node): { name: string; inner: Node }[] {
  if (node.type === 'VariableDeclaration')
    return node.declarations.map((inner: Node) => ({ name: inner.id.name, inner }))
  return node.id?.name ? [{ name: node.id.name, inner: node }] : []
}

/** The first declaration of an overloaded function carries its documentation. */
const add = (names: Map<string, PublicName>, it: PublicName): void => {
  const before = names.get(it.name)
  if (before === undefined || (before.doc === undefined && it.doc !== undefined)) names.set(it.name, it)
}

function resolve(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) throw new Error(`${file} re-exports ${specifier}, which is not ours`)
  return posix.join(posix.dirname(file), specifier)
}
