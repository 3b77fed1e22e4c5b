/** Asks two worlds the same and gathers what differs. */
import { knownIds, requestsFor, type Ask } from '../conformance/requests.ts'
import type { Gathered } from '../conformance/gather.ts'
import { addressesOf, difference, renamed, type Names } from './compare.ts'
import type { Pair } from './worlds.ts'

export type Both = {
  /** Asks both, and once more when they differ: what the minute has changed in between is no difference. */
  ask: (request: Omit<Ask, 'path'>) => Promise<number>
  /** Statuses so far, each with how often. */
  statuses: Map<number, number>
}

/** Asks both worlds of `pair`; differences go to `faults` by call and place. */
export function both(pair: Pair, faults: Gathered['faults']): Both {
  const { one, other, since } = pair
  const names = addressesOf(pair)
  const inverse: Names = new Map([...names].map(([a, b]) => [b, a]))
  const statuses = new Map<number, number>()
  const compared = async ({ method, address, body }: Omit<Ask, 'path'>) => {
    const [first, second] = await Promise.all([
      one.player.ask(method, address, body),
      other.player.ask(method, renamed(address, inverse), body),
    ])
    return { first, found: difference(first, second, names, since) }
  }
  return {
    statuses,
    ask: async (request) => {
      let { first, found } = await compared(request)
      if (found !== null && request.method === 'GET') ({ first, found } = await compared(request))
      statuses.set(first.status, (statuses.get(first.status) ?? 0) + 1)
      const body = request.body === undefined ? '' : ` ${JSON.stringify(request.body).slice(0, 200)}`
      if (found !== null)
        faults.push(`${one.player.name} ${request.method} ${request.address}${body}: ${found}`)
      return first.status
    },
  }
}

/** Everything that is asked of every route, made from the description of the first world; reads come first. */
export const everyRequest = async ({ one }: Pair): Promise<Ask[]> =>
  requestsFor(one.stage, one.player, await knownIds(one.stage))

/** What both servers have sent to the live channel: names of lists, and notices to the reader. */
export function sent({ server, player }: Pair['one']): unknown[] {
  const own = server.announced.filter(({ to }) => 'domain' in to || to.username === player.name)
  return [server.published, own]
}
