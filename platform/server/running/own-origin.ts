/** Whose page opens a socket. */
import type { IncomingMessage } from 'node:http'

/**
 * Whether a page of this very address asks, or no page at all: a browser says whose page opens a socket, and lets every
 * page of the world do it (threats D1).
 */
export function ownOrigin({ headers: { origin, host } }: Pick<IncomingMessage, 'headers'>): boolean {
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
}
