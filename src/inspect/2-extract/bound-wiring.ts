import type { Wiring } from '../manifests/wiring.ts'

/** So many services are looked at; a manifest that declares more is as good as none that can be read. */
const MOST_SERVICES = 10_000

/** Leaves out what is more than a run can be inspected for. */
export function boundWiring(wiring: Wiring): Wiring {
  if (wiring.services.length <= MOST_SERVICES) return wiring
  const services = wiring.services.slice(0, MOST_SERVICES)
  const known = new Set(services.map(({ name }) => name))
  return {
    ...wiring,
    services,
    edges: wiring.edges.filter(({ producer, consumer }) => known.has(producer) && known.has(consumer)),
    returns: wiring.returns.slice(0, MOST_SERVICES),
    readable: false,
    irregular: [
      ...wiring.irregular,
      {
        pointer: '',
        message: `declares ${wiring.services.length} services: no more than ${MOST_SERVICES} are looked at`,
      },
    ],
  }
}
