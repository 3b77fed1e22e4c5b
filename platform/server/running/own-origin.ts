/** Origin check for sockets. */
import type { IncomingMessage } from 'node:http'

/**
 * Whether the request comes from a page of this address, or from no page at all: browsers send the origin of a page
 * that opens a socket, but allow every page to do so (threats D1).
 */
export function ownOrigin({ headers: { origin, host } }: Pick<IncomingMessage, 'headers'>): boolean {
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
}
