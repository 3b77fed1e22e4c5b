/** Limits of sockets per address and session, so that opening thousands does not affect other users. */
import type { IncomingMessage } from 'node:http'
import type { Server } from 'socket.io'
import { farewell } from '../running/give-up.ts'
import { processLimits } from '../running/limits.ts'

export type SocketLimits = {
  ofAddress: number
  ofToken: number
  /** A socket without authentication is closed after this time, in ms. */
  silenceMs: number
  /** Number of trusted proxies in front, for the caller's address. */
  proxies: number
}

/** Defaults of operations-reference.md, without a proxy. */
export const usualLimits: SocketLimits = {
  ofAddress: processLimits.socketsOfAddress,
  ofToken: processLimits.socketsOfToken,
  silenceMs: processLimits.socketSilenceMs,
  proxies: 0,
}

/** Address seen by the outermost trusted proxy, or of the connection. */
export function callerAddress({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const hops = [...forwarded, socket.remoteAddress ?? ''].map((hop) => hop.trim()).filter(Boolean)
  return hops[Math.max(0, hops.length - 1 - proxies)] ?? ''
}

/** Counts open sockets by address; returns whether another may be opened. */
export function countAddresses(
  { engine }: Pick<Server, 'engine'>,
  { ofAddress, proxies }: SocketLimits,
): (request: IncomingMessage) => boolean {
  const open = new Map<string, number>()
  type Raw = { request: IncomingMessage; once: (event: 'close', heard: () => void) => void }
  engine.on('connection', (socket: Raw) => {
    const address = callerAddress(socket.request, proxies)
    open.set(address, (open.get(address) ?? 0) + 1)
    socket.once('close', () => {
      const remaining = (open.get(address) ?? 1) - 1
      if (remaining > 0) open.set(address, remaining)
      else open.delete(address)
      // A client that ignores the close frame would keep the connection for half a minute.
      setTimeout(() => socket.request.socket.destroy(), farewell).unref()
    })
  })
  return (request) => (open.get(callerAddress(request, proxies)) ?? 0) < ofAddress
}
