/** Limits what clients without a session ("strangers") occupy of a process, by their network (D3-SEC-14). */
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { giveUp } from './give-up.ts'
import { networkOf, wideNetworkOf } from './networks.ts'
import type { Hold, StrangerLimits } from './request-limits.ts'

/** Most addresses remembered; the least recently used one is evicted. */
const mostKnown = 10_000

export type Strangers = {
  /** Marks an address with a signed-in user, whose clients are not counted. */
  know: (address: string) => void
  /** Current use by unit ('address …', 'network …', 'all'), for tests. */
  usage: ReadonlyMap<string, Hold>
}

/** Counts use by unit; `take` returns how to release it, or null if a unit would exceed its limit. */
function openLedger(limits: StrangerLimits) {
  const usage = new Map<string, Hold>()
  const heldBy = (unit: string): Hold => usage.get(unit) ?? { connections: 0, bytes: 0 }
  const add = (unit: string, { connections, bytes }: Hold): void => {
    const before = heldBy(unit)
    const after = { connections: before.connections + connections, bytes: before.bytes + bytes }
    if (after.connections > 0 || after.bytes > 0) usage.set(unit, after)
    else usage.delete(unit)
  }
  const fits = (unit: string, limit: Hold, more: Hold): boolean =>
    heldBy(unit).connections + more.connections <= limit.connections &&
    heldBy(unit).bytes + more.bytes <= limit.bytes
  function take(address: string, more: Hold): (() => void) | null {
    const units = [
      [`address ${networkOf(address)}`, limits.address],
      [`network ${wideNetworkOf(address)}`, limits.network],
      // Small bodies, such as a sign-in or an order, are accepted whatever larger ones occupy.
      ...(more.bytes > limits.small ? [['all', limits.all] as const] : []),
    ] as const
    if (!units.every(([unit, limit]) => fits(unit, limit, more))) return null
    for (const [unit] of units) add(unit, more)
    let isHeld = true
    return () => {
      if (isHeld)
        for (const [unit] of units) add(unit, { connections: -more.connections, bytes: -more.bytes })
      isHeld = false
    }
  }
  return { usage, take }
}

/** Addresses with a signed-in user within `ms`, at most `most` of them. */
export function openKnown(ms: number, most = mostKnown) {
  const seenAt = new Map<string, number>()
  return {
    has: (address: string): boolean => performance.now() - (seenAt.get(networkOf(address)) ?? -Infinity) < ms,
    note(address: string): void {
      const network = networkOf(address)
      seenAt.delete(network)
      seenAt.set(network, performance.now())
      const [oldest] = seenAt.keys()
      if (seenAt.size > most && oldest !== undefined) seenAt.delete(oldest)
    },
  }
}

const tooMuch = (): AppError => new AppError('RATE_LIMITED', refusals.tooFast, { retryAfter: 10 })

/**
 * Limits what strangers occupy of `app`: connections, behind a proxy running requests, and bytes of bodies that public
 * routes read. RATE_LIMITED beyond; further connections are closed.
 */
export function boundStrangers(
  app: FastifyInstance,
  limits: StrangerLimits,
  { proxies }: { proxies: number },
): Strangers {
  const { usage, take } = openLedger(limits)
  const knownAddresses = openKnown(limits.knownMs)
  if (proxies === 0)
    app.server.on('connection', (socket) => {
      const address = socket.remoteAddress ?? ''
      if (knownAddresses.has(address)) return
      const giveBack = take(address, { connections: 1, bytes: 0 })
      if (giveBack) socket.once('close', giveBack)
      else socket.destroy()
    })
  else
    app.addHook('onRequest', async ({ ip }, { raw }) => {
      if (knownAddresses.has(ip)) return
      const giveBack = take(ip, { connections: 1, bytes: 0 })
      if (!giveBack) throw tooMuch()
      raw.once('close', giveBack)
    })
  // After the session was found for routes that need one, before the body is read.
  app.addHook('preParsing', async (request, reply) => {
    const { 'content-length': length, 'transfer-encoding': coded } = request.headers
    if ((length ?? '0') === '0' && coded === undefined) return
    if (knownAddresses.has(request.ip)) return
    const bodyLimit = request.routeOptions.bodyLimit
    const bytes = Math.min(coded === undefined ? Number(length) : bodyLimit, bodyLimit)
    const giveBack = take(request.ip, { connections: 0, bytes })
    if (giveBack) reply.raw.once('close', giveBack)
    // The client would keep sending an unread body.
    else giveUp(reply, tooMuch())
  })
  return { know: (address) => knownAddresses.note(address), usage }
}
