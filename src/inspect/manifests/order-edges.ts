import type { Edge } from './wiring.ts'

/**
 * Keeps the edges that one order can hold together: an edge that would close a cycle of those before it is left out,
 * and so is one from a service to itself. So is one of which finding that out would take too long: edges that follow the list cost
 * nothing, so that this concerns manifests alone that contradict their own order thousands of times.
 *
 * @param edges - in the order of their authority
 * @param listed - services in the order in which the manifest lists them
 */
export function orderEdges(
  edges: readonly Edge[],
  listed: readonly string[],
): { readonly kept: readonly Edge[]; readonly contrary: readonly Edge[] } {
  // Of a name that is listed again, the first place counts.
  const position = new Map([...new Set(listed)].map((name, index) => [name, index]))
  const forward = ({ producer, consumer }: Edge) =>
    (position.get(producer) ?? listed.length) < (position.get(consumer) ?? -1)
  const distinct = [...new Map(edges.map((edge) => [keyOf(edge), edge])).values()]
  const kept = distinct.filter(forward) // these follow the list, so that none of them closes a cycle
  const contrary: Edge[] = []
  const after = new Map<string, string[]>()
  const add = (edge: Edge) => {
    const consumers = after.get(edge.producer)
    if (consumers) consumers.push(edge.consumer)
    else after.set(edge.producer, [edge.consumer])
  }
  for (const edge of kept) add(edge)
  const budget = { steps: MOST_STEPS }
  for (const edge of distinct.filter((edge) => !forward(edge)))
    if (reaches(after, edge.consumer, edge.producer, budget)) contrary.push(edge)
    else {
      kept.push(edge)
      add(edge)
    }
  return { kept, contrary }
}

// Helpers

/** No name is longer than a length says. */
const keyOf = ({ producer, consumer }: Edge) => `${producer.length} ${producer}${consumer}`

/** How many edges are followed in all to find cycles. */
const MOST_STEPS = 1_000_000

/** Whether one leads to the other; true as well when the budget is used up before that is known. */
function reaches(
  after: ReadonlyMap<string, readonly string[]>,
  from: string,
  to: string,
  budget: { steps: number },
): boolean {
  const seen = new Set([from])
  const open = [from]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === to) return true
    for (const next of after.get(name) ?? []) {
      budget.steps -= 1
      if (budget.steps < 0) return true
      if (seen.has(next)) continue
      seen.add(next)
      open.push(next)
    }
  }
  return false
}
