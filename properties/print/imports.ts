import { importedAs } from './identifier.ts'

/** The imports of a test to paste: address → names. */
export class Imports {
  readonly #names = new Map<string, Set<string>>([['vitest', new Set(['expect', 'test'])]])

  add(address: string, ...names: readonly string[]): void {
    const known = this.#names.get(address) ?? new Set()
    for (const name of names) known.add(name)
    this.#names.set(address, known)
  }

  /** Adds what a test is about; says what to call it there. */
  addSubject(address: string, name: string): string {
    const { imported, called } = importedAs(name)
    this.add(address, imported)
    return called
  }

  /** As lines, packages first. */
  toString(): string {
    const lines = [...this.#names].map(([address, names]) => [address, [...names].sort().join(', ')] as const)
    const own = (address: string) => (address.startsWith('.') ? 1 : 0)
    return lines
      .sort(([a], [b]) => own(a) - own(b) || (a < b ? -1 : 1))
      .map(([address, names]) => `import { ${names} } from '${address}'`)
      .join('\n')
  }
}
