/** Source of a sign-in: a browser that has signed in to the account before, or an address (D3-SEC-04). */
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Queryable } from '#platform/server/db/pool.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { hashToken, newToken } from '#kit/server/sessions.ts'
import { networkOf } from '#platform/server/running/networks.ts'

export type Source = {
  /** Key under which tries are counted. */
  key: string
  /** Key of a browser that other accounts have signed in with: its failures count too, from any address (D3-SEC-04). */
  borrowed: string | null
  /** Whether the browser has signed in to this account before, and so is not affected by tries of strangers. */
  familiar: boolean
  /** Token of the device cookie, sent or new. */
  device: string
}

/** Lifetime of the cookie in seconds; browsers keep none longer. */
const deviceSeconds = 400 * 24 * 3600

/** What the cookie remembers: a sign-in, or an order in the shop. */
type Remembered = 'signIn' | 'order'

/** With the __Host- prefix, browsers accept and send the cookie over TLS only as set by this very host. */
const names = { signIn: '__Host-device', order: '__Host-buyer' } as const
// Opaque 256 bits, like a session token: checked by its stored hash, so a signature would add nothing.
const shapes = {
  signIn: /(?:^|;)\s*__Host-device=([\w-]{43})\s*(?:;|$)/,
  order: /(?:^|;)\s*__Host-buyer=([\w-]{43})\s*(?:;|$)/,
  /** Name without TLS, and over TLS until November 2026; the path separates the two uses. */
  plain: /(?:^|;)\s*device=([\w-]{43})\s*(?:;|$)/,
}

/** Device token of the request, whether known or not. */
export function sentDevice({ headers }: FastifyRequest, as: Remembered): string | undefined {
  const sent = headers.cookie ?? ''
  return (shapes[as].exec(sent) ?? shapes.plain.exec(sent))?.[1]
}

/** Whether the browser lacks the cookie under its current name. */
export const lacksDevice = ({ headers, protocol }: FastifyRequest, as: Remembered): boolean =>
  !shapes[protocol === 'https' ? as : 'plain'].test(headers.cookie ?? '')

/** Key under which tries of unknown devices at this address are counted. */
export const addressOf = ({ ip }: FastifyRequest): string => `address ${networkOf(ip)}`

/** The source of a request. Reads the database only for a request with a device cookie. */
export async function sourceOf(db: Queryable, username: string, request: FastifyRequest): Promise<Source> {
  const token = sentDevice(request, 'signIn')
  const address = { key: addressOf(request), familiar: false, borrowed: null }
  if (token === undefined) return { ...address, device: newToken() }
  const { rows } = await db.query<{ own: boolean }>(
    prepared(sql`
    SELECT to_lower(u.username) = to_lower(${username}) AS own FROM devices d JOIN users u ON u.id = d.user_id
    WHERE d.token_hash = decode(${hashToken(token)}, 'hex')`),
  )
  // A token without a sign-in may be made up.
  const device = rows.length > 0 ? token : newToken()
  const key = `device ${hashToken(token)}`
  if (rows.some((row) => row.own)) return { key, familiar: true, borrowed: null, device }
  return { ...address, borrowed: rows.length > 0 ? key : null, device }
}

/** Set-Cookie headers for the device token, which grants nothing; without TLS limited to `paths`. */
export function deviceCookies(
  as: Remembered,
  paths: readonly string[],
  device: string,
  { protocol }: FastifyRequest,
): string[] {
  const attributes = `Max-Age=${deviceSeconds}; HttpOnly; SameSite=Strict`
  if (protocol === 'https') return [`${names[as]}=${device}; Path=/; ${attributes}; Secure`]
  return paths.map((path) => `device=${device}; Path=${path}; ${attributes}`)
}
