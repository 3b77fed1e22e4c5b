/** Source of a sign-in: a browser that has signed in to the account before, or an address (D3-SEC-04). */
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Queryable } from '#platform/server/db/pool.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { hashToken, newToken } from '#kit/server/sessions.ts'
import { networkOf } from '#platform/server/running/networks.ts'

export type Source = {
  /** Key that tries are counted by. */
  key: string
  /** Key of a browser that somebody else has signed in with: its failures count too, from any address (D3-SEC-04). */
  borrowed: string | null
  /** Has signed in to this account before: not affected by tries of strangers. */
  familiar: boolean
  /** Token of the device cookie, sent or new. */
  device: string
}

/** Lifetime of the cookie in seconds; browsers keep none longer. */
const deviceSeconds = 400 * 24 * 3600

/** What a browser is remembered for: it has signed in, or ordered in the shop. */
type Remembered = 'signIn' | 'order'

/** Over TLS a browser takes and sends a cookie of such a name as this very host has set it, and no other. */
const names = { signIn: '__Host-device', order: '__Host-buyer' } as const
// Opaque 256 bits, like a session token: checked by its stored hash, so a signature would add nothing.
const shapes = {
  signIn: /(?:^|;)\s*__Host-device=([\w-]{43})\s*(?:;|$)/,
  order: /(?:^|;)\s*__Host-buyer=([\w-]{43})\s*(?:;|$)/,
  /** Without TLS, and over TLS what versions until November 2026 set: one name, told apart by the path. */
  plain: /(?:^|;)\s*device=([\w-]{43})\s*(?:;|$)/,
}

/** Device token of the request, known or not. */
export function sentDevice({ headers }: FastifyRequest, as: Remembered): string | undefined {
  const sent = headers.cookie ?? ''
  return (shapes[as].exec(sent) ?? shapes.plain.exec(sent))?.[1]
}

/** Whether the browser lacks the cookie in the form in which it is set today. */
export const lacksDevice = ({ headers, protocol }: FastifyRequest, as: Remembered): boolean =>
  !shapes[protocol === 'https' ? as : 'plain'].test(headers.cookie ?? '')

/** Key by which tries of strangers at this address are counted. */
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
  // A token that nobody has signed in with may be made up.
  const device = rows.length > 0 ? token : newToken()
  const key = `device ${hashToken(token)}`
  if (rows.some((row) => row.own)) return { key, familiar: true, borrowed: null, device }
  return { ...address, borrowed: rows.length > 0 ? key : null, device }
}

/** Set-Cookie headers with the device token, which grants nothing; without TLS it is sent to `paths` alone. */
export function deviceCookies(
  as: Remembered,
  paths: readonly string[],
  device: string,
  { protocol }: FastifyRequest,
): string[] {
  const rest = `Max-Age=${deviceSeconds}; HttpOnly; SameSite=Strict`
  if (protocol === 'https') return [`${names[as]}=${device}; Path=/; ${rest}; Secure`]
  return paths.map((path) => `device=${device}; Path=${path}; ${rest}`)
}
