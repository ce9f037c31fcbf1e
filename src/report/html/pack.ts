/** Packs values whose objects are much alike: the names of their members are written once. page.js unpacks them. */
export class Packer {
  readonly #shapes = new Map<string, number>()

  /** Lists of member names, in the order in which packed objects refer to them. */
  get shapes(): string[][] {
    return [...this.#shapes.keys()].map((key) => JSON.parse(key) as string[])
  }

  /**
   * Packs one value.
   *
   * @param value - JSON; members that are undefined are left out
   * @returns an object as the number of its shape and its values, a list as -1 and its items, anything else as it is
   */
  pack(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return [-1, ...value.map((item) => this.pack(item))]
    const members = Object.entries(value).filter(([, inner]) => inner !== undefined)
    const key = JSON.stringify(members.map(([name]) => name))
    const shape = this.#shapes.get(key) ?? this.#shapes.size
    this.#shapes.set(key, shape)
    return [shape, ...members.map(([, inner]) => this.pack(inner))]
  }
}
