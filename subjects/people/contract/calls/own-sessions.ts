/** The account's own sessions, and ending them (ASVS 7.5.2). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { instant } from '#kit/contract/shapes.ts'

const base = '/api/v1/session/own'

const ownSession = z.strictObject({
  id: z.string(),
  /** Whether this is the session of the request. */
  current: z.boolean(),
  /** Program and system, such as 'Chrome trên Windows'; null when no user agent was sent. */
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
  issued_at: instant,
  /** Last use, to within a minute. */
  seen_at: instant,
})
export type OwnSession = z.output<typeof ownSession>

export const ownSessions = defineCall({
  method: 'GET',
  path: base,
  may: 'any',
  summary: 'Where the own account is signed in: the session of the call first, then the one used last',
  input: z.object({}),
  answer: z.strictObject({ values: z.array(ownSession) }),
})

export const endOwnSession = defineCall({
  method: 'DELETE',
  path: `${base}/:id`,
  may: 'any',
  reauth: true,
  summary: 'Ends one session of the own account at once',
  input: z.object({ id: z.string() }),
  answer: z.null(),
})

export const endOtherSessions = defineCall({
  method: 'DELETE',
  path: base,
  may: 'any',
  reauth: true,
  summary: 'Ends every session of the own account but that of the call',
  input: z.object({}),
  answer: z.null(),
})

export const ownSessionTexts = {
  gone: 'Phiên này đã kết thúc',
  ended: 'Đã đăng xuất thiết bị',
  othersEnded: 'Đã đăng xuất mọi thiết bị khác',
} as const
