/** How many sockets one address and one session may hold: who opens them by the thousand is refused, and nobody else. */
import type { IncomingMessage } from 'node:http'
import type { Server } from 'socket.io'
import { farewell } from '../running/give-up.ts'
import { processLimits } from '../running/limits.ts'

export type SocketLimits = {
  ofAddress: number
  ofToken: number
  /** An opened socket that does not say whose it is ends after this time, in ms. */
  silenceMs: number
  /** Proxies in front whose word on the caller's address is taken. */
  proxies: number
}

/** Those of operations.md, without a proxy. */
export const usualLimits: SocketLimits = {
  ofAddress: processLimits.socketsOfAddress,
  ofToken: processLimits.socketsOfToken,
  silenceMs: processLimits.socketSilenceMs,
  proxies: 0,
}

/** The address that the outermost of the proxies saw, or that of the connection. */
export function callerAddress({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const hops = [...forwarded, socket.remoteAddress ?? ''].map((hop) => hop.trim()).filter(Boolean)
  return hops[Math.max(0, hops.length - 1 - proxies)] ?? ''
}

/** Counts the open sockets by address; answers whether one more from there may be opened. */
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
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
      // Who does not answer the frame of the end would keep the connection for half a minute.
      setTimeout(() => socket.request.socket.destroy(), farewell).unref()
    })
  })
  return (request) => (open.get(callerAddress(request, proxies)) ?? 0) < ofAddress
}
