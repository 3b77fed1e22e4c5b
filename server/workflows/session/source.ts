/** From where somebody tries a password: a browser that has signed in to the account before, or an address (D3-SEC-04). */
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Queryable } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'
import { hashToken, newToken } from '../../kit/sessions.ts'

export type Source = {
  /** What the tries are counted by. */
  key: string
  /** A browser that somebody else has signed in with: its wrong names count too, from whatever address they come (D3-SEC-04). */
  borrowed: string | null
  /** Has signed in to this account before: the tries of strangers do not concern it. */
  familiar: boolean
  /** The token of the browser's cookie, its own or a new one. */
  device: string
}

/** No longer kept by browsers, in seconds. */
const deviceSeconds = 400 * 24 * 3600
// Opaque and of 256 bits, as the token of a session: the stored hash proves it, and a signature would prove no more.
const cookieShape = /(?:^|;)\s*device=([\w-]{43})\s*(?:;|$)/

/** The customer of a provider that an address stands for: of IPv6 a whole /64 belongs to one. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [left = [], right] = plain
    .split('%', 1)
    .join()
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const groups = right
    ? [...left, ...Array<string>(8).fill('0')].slice(0, 8 - right.length).concat(right)
    : left
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** The token of a device that the request brings, whether anybody knows it or not. */
export const sentDevice = ({ headers }: FastifyRequest): string | undefined =>
  cookieShape.exec(headers.cookie ?? '')?.[1]

/** What the tries of strangers from there are counted by. */
export const addressOf = ({ ip }: FastifyRequest): string => `address ${networkOf(ip)}`

/** Whose try it is. Asks the database only for a request with the cookie of a device. */
export async function sourceOf(db: Queryable, username: string, request: FastifyRequest): Promise<Source> {
  const token = sentDevice(request)
  const address = { key: addressOf(request), familiar: false, borrowed: null }
  if (token === undefined) return { ...address, device: newToken() }
  const { rows } = await db.query<{ own: boolean }>(
    prepared(sql`
    SELECT to_lower(u.username) = to_lower(${username}) AS own FROM devices d JOIN users u ON u.id = d.user_id
    WHERE d.token_hash = decode(${hashToken(token)}, 'hex')`),
  )
  // One that nobody has signed in with may have been made up by whoever sends it.
  const device = rows.length > 0 ? token : newToken()
  const key = `device ${hashToken(token)}`
  if (rows.some((row) => row.own)) return { key, familiar: true, borrowed: null, device }
  return { ...address, borrowed: rows.length > 0 ? key : null, device }
}

/** The header that leaves the device's token with the browser; it opens nothing and goes to the sign-in alone. */
export const deviceCookie = (path: string, device: string, { protocol }: FastifyRequest): string =>
  `device=${device}; Path=${path}; Max-Age=${deviceSeconds}; HttpOnly; SameSite=Strict` +
  (protocol === 'https' ? '; Secure' : '')
