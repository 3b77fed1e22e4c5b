/** Sends the same requests to two worlds and collects the differences. */
import { knownIds, requestsFor, type Ask } from '../conformance/requests.ts'
import type { Gathered } from '../conformance/gather.ts'
import { addressesOf, difference, renamed, type Names } from './compare.ts'
import type { Pair } from './worlds.ts'

export type Both = {
  /** Sends to both, and again if they differ, to exclude differences due to time. */
  ask: (request: Omit<Ask, 'path'>) => Promise<number>
  /** Statuses so far, with counts. */
  statuses: Map<number, number>
}

/** Sends to both worlds of `pair`; differences are added to `faults` by call and place. */
export function askBoth(pair: Pair, faults: Gathered['faults']): Both {
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

/** All requests for every route, generated from the description of the first world; reads come first. */
export const everyRequest = async ({ one }: Pair): Promise<Ask[]> =>
  requestsFor(one.stage, one.player, await knownIds(one.stage))

/** Events sent by both servers on the live channel: names of lists, and notices to the reader. */
export function sentEvents({ server, player }: Pair['one']): unknown[] {
  const notices = server.announced.filter(({ to }) => 'domain' in to || to.username === player.name)
  return [server.published, notices]
}
